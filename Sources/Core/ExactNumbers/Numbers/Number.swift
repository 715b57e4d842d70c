/// A number of the calculator: exact if possible, otherwise an approximation.
///
/// How 1 ÷ 3 becomes 0.33…: `Number.read` makes the exact numbers 1 and 3; `divided(by:)` hands both
/// to `Rational`, which keeps numerator and denominator; only `NumberFormat` divides, to as many
/// digits as it shows. So 1 ÷ 3 × 3 is 1.
///
/// √2 has no exact form. It becomes an `Approximation`, an interval that fixes at least 50 digits,
/// together with the number it was computed from, 2. Three rules turn an approximation back into an
/// exact number if no known digit contradicts it:
/// - an interval that contains zero is zero (√2² − 2);
/// - an interval that contains the number that its argument was computed from is that number (ln eˣ
///   is x);
/// - a narrow interval that contains a whole number is that number (√2²).
///
/// The enum is indirect because numbers are stored and passed on far more often than they are
/// computed: a copy is one reference.
public indirect enum Number: Equatable, Sendable {
    case exact(ExactNumber)
    /// `from`: the exact argument of the function that computed this number, if any.
    case approximation(Approximation, from: ExactNumber?)

    public static let zero = Number(0)
    public static let one = Number(1)
    public static let pi = Number.exact(.multipleOfPi(.one))

    public init(_ value: Int) {
        self.init(Rational(value))
    }

    init(_ value: Rational) {
        self = .exact(.rational(value))
    }

    public var isZero: Bool { self == .zero }

    public var isNegative: Bool {
        switch self {
        case .exact(let value): value.coefficient.isNegative
        case .approximation(let value, _): value.isNegative
        }
    }

    /// The number as a fraction, or nil if it is not one.
    public var rational: Rational? {
        if case .exact(.rational(let value)) = self { return value }
        return nil
    }

    /// The number as a whole number, or nil if it is not one.
    var wholeNumber: Integer? {
        guard let rational, rational.isWhole else { return nil }
        return rational.numerator
    }

    /// An interval around the number.
    func interval(_ work: inout Work) throws(NumberError) -> Approximation {
        switch self {
        case .exact(let value): return try value.approximation(&work)
        case .approximation(let value, _):
            try work.spend(words: FixedPoint.termWords)
            return value
        }
    }
}
