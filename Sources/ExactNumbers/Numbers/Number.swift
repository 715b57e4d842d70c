/// The numbers that the calculator knows: exact ones, and approximations where no exact one exists.
///
/// The way from 1 ÷ 3 to 0.33…: `Number.read` makes the exact 1 and 3; `divided(by:)` below finds
/// both exact and leaves them to `Rational`, where 1 and 3 stay what they are; only `NumberFormat`
/// divides, for as many digits as are shown. So 1 ÷ 3 × 3 is 1.
///
/// √2 has no exact form. It becomes an `Approximation`, an interval of which at least 50 digits are
/// known, and the number from which it was made, 2, is remembered with it. Three rules bring an
/// approximation back to an exact number, each where nothing known contradicts it:
/// - an interval that contains zero is zero (√2² − 2);
/// - one that contains the number from which the argument was made is that number (ln eˣ is x);
/// - one that contains a whole number, and hardly anything beside it, is that number (√2²).
///
/// It is indirect because numbers are kept and passed on far more often than they are computed: a
/// copy is one reference.
public indirect enum Number: Equatable, Sendable {
    case exact(ExactNumber)
    /// `from`: the exact argument of the function whose result this is.
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

    /// The exact fraction, if the number is one.
    public var rational: Rational? {
        if case .exact(.rational(let value)) = self { return value }
        return nil
    }

    /// The exact whole number, if the number is one.
    var wholeNumber: Integer? {
        guard let rational, rational.isWhole else { return nil }
        return rational.numerator
    }

    /// The number as an interval, whatever it is.
    func interval(_ work: inout Work) throws(NumberError) -> Approximation {
        switch self {
        case .exact(let value): return try value.approximation(&work)
        case .approximation(let value, _):
            try work.spend(words: FixedPoint.termWords)
            return value
        }
    }
}
