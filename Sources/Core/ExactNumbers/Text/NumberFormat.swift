/// The format in which a keypad writes numbers: canonical text with `.` as the decimal point and no
/// grouping. The page adapts it to the reader's locale.
///
/// 2 ÷ 3 is `0.6666666666666667` with 16 significant digits, `0.666667` with 6 decimals and `0.67`
/// with 2; 10¹⁸ is `1e+18` with any of them.
public struct NumberFormat: Equatable, Sendable {
    public enum Rounding: Equatable, Sendable {
        case significant(Int)
        case decimals(Int)
    }

    public let rounding: Rounding
    /// A number is written in full if its first digit is at most this far from the point, on either
    /// side; otherwise in exponent form.
    public let placesMax: Int
    /// True if trailing zeros are written: `10.00`.
    public let keepsZeros: Bool

    public init(_ rounding: Rounding, placesMax: Int, keepsZeros: Bool = false) {
        self.rounding = rounding
        self.placesMax = placesMax
        self.keepsZeros = keepsZeros
    }

    /// A format with significant digits that writes a number in full if its first digit is at most `digits`
    /// places from the point.
    public static func significant(_ digits: Int) -> NumberFormat {
        NumberFormat(.significant(digits), placesMax: digits)
    }

    /// The number as ASCII text, rounded half away from zero: `-12.5`, `1e+18`.
    public func text(_ number: Number) -> [UInt8] { rounded(number).bytes }

    /// The text of the number, and whether rounding changed the number.
    public func rounded(_ number: Number) -> NumberText {
        let source = DecimalSource(number)
        let place = source.leadingPlace
        let shown = rounded(source, place)
        // Exponent form is used if the decimals would show a nonzero number as 0, or if the full form
        // would need zeros for unknown digits.
        let vanishes = shown.isZero && !source.isZero
        if !vanishes && !source.isUnknownBeforePoint && isNear(shown) {
            return NumberText(
                bytes: (shown.isZero ? [] : sign(number)) + plainForm(shown),
                isExact: source.isEqual(to: shown))
        }
        let mantissa = source.rounded(toPlace: place - digitsAfterFirst)
        return NumberText(
            bytes: sign(number) + exponentForm(mantissa.trimmed),
            isExact: source.isEqual(to: mantissa))
    }

    /// True if the first digit is near enough to the point to write the number in full.
    private func isNear(_ shown: Decimal) -> Bool {
        shown.isZero || (-placesMax..<placesMax).contains(shown.leadingPlace)
    }

    private func rounded(_ source: DecimalSource, _ place: Int) -> Decimal {
        switch rounding {
        case .significant(let digits): source.rounded(toPlace: place - digits + 1)
        case .decimals(let decimals): source.rounded(toPlace: -decimals)
        }
    }

    private var digitsAfterFirst: Int {
        switch rounding {
        case .significant(let digits): digits - 1
        case .decimals(let decimals): decimals
        }
    }

    private func sign(_ number: Number) -> [UInt8] {
        number.isNegative ? [Ascii.minus] : []
    }

    private func plainForm(_ decimal: Decimal) -> [UInt8] {
        var shown = decimal.trimmed
        if keepsZeros, case .decimals(let decimals) = rounding, shown.exponent > -decimals {
            shown = Decimal(
                digits: shown.digits * .powerOfTen(shown.exponent + decimals),
                exponent: -decimals)
        }
        if shown.exponent >= 0 { return (shown.digits * .powerOfTen(shown.exponent)).decimalDigits }
        let decimals = -shown.exponent
        let padded = shown.digits.decimalDigits(atLeast: decimals + 1)
        let whole = padded.count - decimals
        return padded[..<whole] + [Ascii.point] + padded[whole...]
    }

    private func exponentForm(_ decimal: Decimal) -> [UInt8] {
        let digits = decimal.digits.decimalDigits
        let place = decimal.leadingPlace
        let mantissa = digits.count == 1 ? digits : [digits[0], Ascii.point] + digits[1...]
        let sign = place < 0 ? Ascii.minus : Ascii.plus
        return mantissa + [Ascii.exponent, sign] + Natural(place < 0 ? -place : place).decimalDigits
    }
}

extension Number {
    /// The decimal place of the first digit: 0 for 7.5, −1 for 1 ÷ 3.
    var leadingPlace: Int { DecimalSource(self).leadingPlace }
}

/// The source of the digits: a fraction yields any number of digits, an approximation only its known
/// digits.
private enum DecimalSource {
    case fraction(Rational)
    case interval(Decimal, knownTo: Int, isPoint: Bool)

    init(_ number: Number) {
        switch number {
        case .exact(.rational(let value)): self = .fraction(value)
        case .exact(.multipleOfPi(let value)): self.init(Approximation(value) * Constants.pi)
        case .approximation(let value, _): self.init(value)
        }
    }

    private init(_ value: Approximation) {
        self = .interval(
            Decimal(digits: value.digits.magnitude, exponent: value.exponent),
            knownTo: value.uncertainPlace, isPoint: value.radius == 0)
    }

    var isZero: Bool {
        switch self {
        case .fraction(let value): value.isZero
        case .interval(let value, _, _): value.isZero
        }
    }

    /// True if the known digits end before the decimal point.
    var isUnknownBeforePoint: Bool {
        switch self {
        case .fraction: false
        case .interval(_, let known, _): known > 0
        }
    }

    var leadingPlace: Int {
        switch self {
        case .fraction(let value): value.isZero ? 0 : value.leadingPlace
        case .interval(let value, _, _): value.leadingPlace
        }
    }

    func rounded(toPlace place: Int) -> Decimal {
        switch self {
        case .fraction(let value): value.decimal(toPlace: place)
        case .interval(let value, let known, _): value.rounded(toPlace: max(place, known))
        }
    }

    /// True if the decimal has the magnitude of the number. An interval has one if it is a single
    /// number.
    func isEqual(to decimal: Decimal) -> Bool {
        switch self {
        case .fraction(let value): value.hasMagnitude(decimal)
        case .interval(let value, _, let isPoint): isPoint && value.trimmed == decimal.trimmed
        }
    }
}
