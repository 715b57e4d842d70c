/// A whole number from zero up, of any size.
///
/// Numbers below 2¹²⁸, nearly all that people type, live in one machine integer and never touch
/// the heap. Larger ones are words of 64 bits, least significant first (see `Words`). A number has
/// exactly one of the two forms, so that two equal numbers are stored alike.
public struct Natural: Equatable, Sendable {
    enum Storage: Equatable, Sendable {
        case small(UInt128)
        case large([UInt64])
    }

    let storage: Storage

    public static let zero = Natural(UInt128(0))
    public static let one = Natural(UInt128(1))

    public init(_ value: UInt128) {
        storage = .small(value)
    }

    public init(_ value: Int) {
        precondition(value >= 0, "a natural number is not negative")
        storage = .small(UInt128(value))
    }

    /// The number with these words; zeros at the top do not matter.
    public init(words: [UInt64]) {
        let count = Words.significantCount(words)
        switch count {
        case 0: storage = .small(0)
        case 1: storage = .small(UInt128(words[0]))
        case 2: storage = .small(UInt128(words[1]) << 64 | UInt128(words[0]))
        default: storage = .large(count == words.count ? words : Array(words[..<count]))
        }
    }

    /// Least significant first, without zeros at the top; zero has none.
    public var words: [UInt64] {
        switch storage {
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
        switch storage {
        case .small(let value): value >> 64 != 0 ? 2 : 1
        case .large(let words): words.count
        }
    }

    /// How many bits the number needs: 0 for zero, 3 for five.
    public var bitWidth: Int {
        switch storage {
        case .small(let value): 128 - value.leadingZeroBitCount
        case .large(let words): words.count * 64 - words[words.count - 1].leadingZeroBitCount
        }
    }

    public var isZero: Bool { storage == .small(0) }
    public var isOne: Bool { storage == .small(1) }

    public var isEven: Bool { lowWord & 1 == 0 }

    /// The lowest 64 bits.
    var lowWord: UInt64 {
        switch storage {
        case .small(let value): UInt64(truncatingIfNeeded: value)
        case .large(let words): words[0]
        }
    }

    /// The number as an `Int`, or nil when it is too large for one.
    public var asInt: Int? {
        switch storage {
        case .small(let value): value <= UInt128(Int32.max) ? Int(value) : nil
        case .large: nil
        }
    }
}

extension Natural: Comparable {
    public static func < (left: Natural, right: Natural) -> Bool {
        switch (left.storage, right.storage) {
        case (.small(let left), .small(let right)): left < right
        case (.small, .large): true
        case (.large, .small): false
        case (.large(let left), .large(let right)): Words.isLess(left, right)
        }
    }
}
