/// A whole number from zero up, of any size: words of 64 bits, least significant first, without zeros
/// at the top (see `Words`). Zero has no words.
///
/// A small number is a list, too: so it is one word wide wherever it is passed on.
public struct Natural: Equatable, Sendable {
    public let words: [UInt64]

    public static let zero = Natural(words: [])
    public static let one = Natural(1 as UInt64)

    public init(_ value: UInt128) {
        let low = UInt64(truncatingIfNeeded: value)
        let high = UInt64(truncatingIfNeeded: value >> 64)
        words = high != 0 ? [low, high] : low != 0 ? [low] : []
    }

    public init(_ word: UInt64) {
        words = word == 0 ? [] : [word]
    }

    public init(_ value: Int) {
        precondition(value >= 0, "a natural number is not negative")
        self.init(UInt64(value))
    }

    /// The number with these words; zeros at the top do not matter.
    public init(words: consuming [UInt64]) {
        while let top = words.last, top == 0 { words.removeLast() }
        self.words = words
    }

    /// What the number takes, and so the measure of what working with it costs.
    public var wordCount: Int { max(1, words.count) }

    /// How many bits the number needs: 0 for zero, 3 for five.
    public var bitWidth: Int {
        isZero ? 0 : words.count * 64 - words[words.count - 1].leadingZeroBitCount
    }

    public var isZero: Bool { words.isEmpty }
    public var isOne: Bool { words.count == 1 && words[0] == 1 }

    public var isEven: Bool { lowWord & 1 == 0 }

    /// The lowest 64 bits.
    var lowWord: UInt64 { isZero ? 0 : words[0] }

    /// The number as one machine integer, or nil when it has more than two words.
    var asTwoWords: UInt128? {
        if words.count > 2 { return nil }
        return UInt128(words.count > 1 ? words[1] : 0) << 64 | UInt128(lowWord)
    }

    /// The number as an `Int`, or nil when it is too large for one.
    public var asInt: Int? {
        words.count <= 1 && lowWord <= UInt64(Int32.max) ? Int(lowWord) : nil
    }
}

extension Natural: Comparable {
    public static func < (left: Natural, right: Natural) -> Bool {
        Words.isLess(left.words, right.words)
    }
}
