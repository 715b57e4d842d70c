/// A whole number from zero up, of any size: 64-bit words, least significant first, without zero
/// words at the top (see `Words`). Zero has no words.
///
/// A small number is stored as an array too, so that the type is one machine word wide.
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

    /// Creates a number from words; zero words at the top are removed.
    public init(words: consuming [UInt64]) {
        while let top = words.last, top == 0 { words.removeLast() }
        self.words = words
    }

    /// The size of the number in words, which the cost of an operation depends on.
    public var wordCount: Int { max(1, words.count) }

    /// The number of significant bits: 0 for zero, 3 for five.
    public var bitWidth: Int {
        isZero ? 0 : words.count * 64 - words[words.count - 1].leadingZeroBitCount
    }

    public var isZero: Bool { words.isEmpty }
    public var isOne: Bool { words.count == 1 && words[0] == 1 }

    public var isEven: Bool { lowWord & 1 == 0 }

    /// The lowest 64 bits.
    var lowWord: UInt64 { isZero ? 0 : words[0] }

    /// The number as one machine integer, or nil if it has more than two words.
    var asTwoWords: UInt128? {
        if words.count > 2 { return nil }
        return UInt128(words.count > 1 ? words[1] : 0) << 64 | UInt128(lowWord)
    }

    /// The number as an `Int`, or nil above 2³¹ − 1, the largest `Int` in a browser.
    public var asInt: Int? {
        words.count <= 1 && lowWord <= UInt64(Int32.max) ? Int(lowWord) : nil
    }
}

extension Natural: Comparable {
    public static func < (left: Natural, right: Natural) -> Bool {
        Words.isLess(left.words, right.words)
    }
}
