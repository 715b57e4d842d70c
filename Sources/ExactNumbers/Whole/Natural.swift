/// A whole number from zero up, of any size.
///
/// Numbers below 2¹²⁸, nearly all that people type, are one machine integer and never touch the
/// heap. Larger ones are words of 64 bits, least significant first (see `Words`). A number has
/// exactly one of the two forms, so that two equal numbers are stored alike.
public struct Natural: Equatable, Sendable {
    enum Form {
        case small(UInt128)
        case large([UInt64])
    }

    // The two forms stand side by side, the one that is not in use being zero or empty: to copy a
    // list that may be empty takes less code than to ask first whether there is one.
    private let number: UInt128
    private let list: [UInt64]

    @inline(__always)
    var form: Form { list.isEmpty ? .small(number) : .large(list) }

    @inline(__always)
    private init(_ form: Form) {
        switch form {
        case .small(let value): (number, list) = (value, [])
        case .large(let words): (number, list) = (0, words)
        }
    }

    public static let zero = Natural(UInt128(0))
    public static let one = Natural(UInt128(1))

    public init(_ value: UInt128) {
        self.init(.small(value))
    }

    public init(_ word: UInt64) {
        self.init(.small(UInt128(word)))
    }

    public init(_ value: Int) {
        precondition(value >= 0, "a natural number is not negative")
        self.init(.small(UInt128(value)))
    }

    /// The number with these words; zeros at the top do not matter.
    public init(words: [UInt64]) {
        let count = Words.significantCount(words)
        switch count {
        case 0: self.init(.small(0))
        case 1: self.init(.small(UInt128(words[0])))
        case 2: self.init(.small(UInt128(words[1]) << 64 | UInt128(words[0])))
        default: self.init(.large(count == words.count ? words : Array(words[..<count])))
        }
    }

    /// Least significant first, without zeros at the top; zero has none.
    public var words: [UInt64] {
        switch form {
        case .small(let value):
            let low = UInt64(truncatingIfNeeded: value)
            let high = UInt64(truncatingIfNeeded: value >> 64)
            return high != 0 ? [low, high] : low != 0 ? [low] : []
        case .large(let words):
            return words
        }
    }

    /// What the number takes, and so the measure of what working with it costs.
    public var wordCount: Int {
        switch form {
        case .small(let value): value >> 64 != 0 ? 2 : 1
        case .large(let words): words.count
        }
    }

    /// How many bits the number needs: 0 for zero, 3 for five.
    public var bitWidth: Int {
        switch form {
        case .small(let value): 128 - value.leadingZeroBitCount
        case .large(let words): words.count * 64 - words[words.count - 1].leadingZeroBitCount
        }
    }

    public var isZero: Bool { number == 0 && list.isEmpty }
    public var isOne: Bool { number == 1 }

    public var isEven: Bool { lowWord & 1 == 0 }

    /// The lowest 64 bits.
    var lowWord: UInt64 {
        switch form {
        case .small(let value): UInt64(truncatingIfNeeded: value)
        case .large(let words): words[0]
        }
    }

    /// The number as an `Int`, or nil when it is too large for one.
    public var asInt: Int? {
        switch form {
        case .small(let value): value <= UInt128(Int32.max) ? Int(value) : nil
        case .large: nil
        }
    }
}

extension Natural: Comparable {
    public static func < (left: Natural, right: Natural) -> Bool {
        switch (left.form, right.form) {
        case (.small(let left), .small(let right)): left < right
        case (.small, .large): true
        case (.large, .small): false
        case (.large(let left), .large(let right)): Words.isLess(left, right)
        }
    }
}
