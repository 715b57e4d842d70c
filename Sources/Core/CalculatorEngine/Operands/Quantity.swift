import ExactNumbers

/// A number in an expression: typed, a constant, or from elsewhere.
enum Quantity: Equatable, Sendable {
    /// Indirect, because an entry is the largest part of a state and is mostly only passed on.
    indirect case entry(Entry)
    case constant(Constant)
    /// An exact number from a result, the memory or a line of the tape.
    case value(Number)

    func number(_ work: inout Work) throws(NumberError) -> Number {
        switch self {
        case .entry(let entry): try entry.number(&work)
        case .constant(let constant): try constant.number(&work)
        case .value(let number): number
        }
    }

    func text(_ format: KeypadFormat) -> [UInt8] {
        switch self {
        case .entry(let entry): entry.trimmedText
        case .constant(let constant): constant.symbol.bytes
        case .value(let number): format.text(number)
        }
    }

    /// The 64-bit words that a state stores in addition to its fixed size.
    var wordCount: Int {
        switch self {
        case .entry, .constant: 0
        case .value(let number): number.wordCount
        }
    }
}

extension Number {
    /// The size of the number in 64-bit words.
    var wordCount: Int {
        switch self {
        case .exact(let value): value.wordCount
        case .approximation(let value, let origin):
            value.digits.magnitude.wordCount + 2 + (origin?.wordCount ?? 0)
        }
    }
}

extension ExactNumber {
    fileprivate var wordCount: Int {
        switch self {
        case .rational(let value), .multipleOfPi(let value): value.wordCount
        }
    }
}
