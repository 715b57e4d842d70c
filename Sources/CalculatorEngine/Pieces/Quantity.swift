import ExactNumbers

/// A number as it stands in an expression: typed, known by a name, or taken from elsewhere.
enum Quantity: Equatable, Sendable {
    /// Indirect, as an entry is the widest thing of which a state has many, and nearly always only
    /// passed on.
    indirect case entry(Entry)
    case constant(Constant)
    /// A result, the memory or a line of the tape: exact, whatever is shown of it.
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

    /// The words of 64 bits that a state keeps for it beside its fixed size.
    var wordCount: Int {
        switch self {
        case .entry, .constant: 0
        case .value(let number): number.wordCount
        }
    }
}

extension Number {
    /// The words of 64 bits that the number takes.
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
