/// A way to write a number. Every number has the form `decimal` or `scientific` or both; the other
/// forms exist for some exact numbers.
///
/// The raw values are part of the binary encoding: append new cases at the end.
public enum NumberForm: UInt8, CaseIterable, Equatable, Sendable {
    /// `0.75`, with at most 64 digits and without an exponent.
    case decimal
    /// `3/4`
    case fraction
    /// `-1 3/4`
    case mixed
    /// `0.1(6)`: the digits in parentheses recur.
    case recurring
    /// `5π/6`
    case multipleOfPi
    /// `1.25e-7`, with at most 64 digits.
    case scientific

    public var name: StaticString {
        switch self {
        case .decimal: "decimal"
        case .fraction: "fraction"
        case .mixed: "mixed"
        case .recurring: "recurring"
        case .multipleOfPi: "pi"
        case .scientific: "scientific"
        }
    }

    /// Longer decimals are rounded. An approximation has at most as many digits.
    static let digitsMax = 64
    /// Fractions with a longer numerator or denominator do not have these forms.
    static let fractionDigitsMax = 32
    /// The digits before the period of a recurring decimal, and the digits of the period.
    static let leadingDigitsMax = 64
    static let periodMax = 60
}

/// The text of a number, in ASCII except for `π`.
public struct NumberText: Equatable, Sendable {
    public let bytes: [UInt8]
    /// True if the text is the number itself and not rounded.
    public let isExact: Bool

    public init(bytes: [UInt8], isExact: Bool) {
        self.bytes = bytes
        self.isExact = isExact
    }
}

extension Number {
    /// The number in a form, or nil if it does not have this form. The sizes that a form allows bound
    /// the work.
    public func text(as form: NumberForm) -> NumberText? {
        switch (form, self) {
        case (.decimal, _):
            let text = Self.decimals.rounded(self)
            return text.bytes.contains(Ascii.exponent) ? nil : text
        case (.scientific, _):
            return isZero || leadingPlace == 0 ? nil : Self.scientific.rounded(self)
        case (.fraction, .exact(.rational(let value))):
            return value.isWhole ? nil : exact(value.fractionText)
        case (.mixed, .exact(.rational(let value))):
            return exact(value.mixedText)
        case (.recurring, .exact(.rational(let value))):
            return exact(value.recurringText)
        case (.multipleOfPi, .exact(.multipleOfPi(let value))):
            return exact(value.textTimesPi)
        case (.fraction, _), (.mixed, _), (.recurring, _), (.multipleOfPi, _):
            return nil
        }
    }

    private static let decimals = NumberFormat.significant(NumberForm.digitsMax)
    private static let scientific = NumberFormat(.significant(NumberForm.digitsMax), placesMax: 0)

    private func exact(_ magnitude: [UInt8]?) -> NumberText? {
        magnitude.map { NumberText(bytes: isNegative ? [Ascii.minus] + $0 : $0, isExact: true) }
    }
}

/// The forms without a sign.
extension Rational {
    private static let pi: [UInt8] = [0xCF, 0x80]
    private static let slash: UInt8 = 47
    private static let space: UInt8 = 32
    private static let open: UInt8 = 40
    private static let close: UInt8 = 41

    private var isShort: Bool {
        numerator.magnitude.digitCount <= NumberForm.fractionDigitsMax
            && denominator.digitCount <= NumberForm.fractionDigitsMax
    }

    /// `7/2`, or nil if it is too long.
    fileprivate var fractionText: [UInt8]? {
        isShort
            ? numerator.magnitude.decimalDigits + [Self.slash] + denominator.decimalDigits : nil
    }

    /// `3 1/2`, or nil if it is too long, whole, or less than one.
    fileprivate var mixedText: [UInt8]? {
        guard isShort else { return nil }
        let (whole, rest) = numerator.magnitude.quotientAndRemainder(dividingBy: denominator)
        if whole.isZero || rest.isZero { return nil }
        return whole.decimalDigits + [Self.space] + rest.decimalDigits + [Self.slash]
            + denominator.decimalDigits
    }

    /// `π`, `2π` or `5π/6`, or nil if it is too long.
    fileprivate var textTimesPi: [UInt8]? {
        guard isShort else { return nil }
        let factor = numerator.magnitude.isOne ? [] : numerator.magnitude.decimalDigits
        return factor + Self.pi + (isWhole ? [] : [Self.slash] + denominator.decimalDigits)
    }

    /// `0.1(6)`, or nil if the digits end or are too many.
    fileprivate var recurringText: [UInt8]? {
        // The denominator divides 10^leading × (10^period − 1).
        let digitsMax = NumberForm.leadingDigitsMax + NumberForm.periodMax
        guard denominator.digitCount <= digitsMax,
            numerator.magnitude.digitCount <= digitsMax + NumberForm.leadingDigitsMax,
            let expansion = denominator.expansion
        else { return nil }
        let (leading, rest) = (numerator.magnitude * .powerOfTen(expansion.placesBefore))
            .quotientAndRemainder(dividingBy: denominator)
        let before = leading.decimalDigits(atLeast: expansion.placesBefore + 1)
        guard before.count <= NumberForm.leadingDigitsMax else { return nil }
        let period = rest * .powerOfTen(expansion.period) / denominator
        let whole = before.count - expansion.placesBefore
        return before[..<whole] + [Ascii.point] + before[whole...] + [Self.open]
            + period.decimalDigits(atLeast: expansion.period) + [Self.close]
    }
}

extension Natural {
    /// The shape of the decimals of all fractions with this denominator: the decimal places before the
    /// period and the length of the period, or nil if the decimals end or one of both is too large.
    ///
    /// Factors 2 and 5 of the denominator delay the period by one place each. For the rest, m, the
    /// period is the smallest k for which m divides 10^k − 1.
    fileprivate var expansion: (placesBefore: Int, period: Int)? {
        let (twos, withoutTwos) = removingFactors(Natural(2))
        let (fives, rest) = withoutTwos.removingFactors(Natural(5))
        let placesBefore = max(twos, fives)
        guard placesBefore < NumberForm.leadingDigitsMax, !rest.isOne else { return nil }
        let ten = Natural(10)
        var power = ten % rest
        for period in 1...NumberForm.periodMax {
            if power.isOne { return (placesBefore, period) }
            power = power * ten % rest
        }
        return nil
    }

    /// Removes a factor as often as it divides the number, up to the number of leading digits.
    private func removingFactors(_ factor: Natural) -> (count: Int, rest: Natural) {
        var rest = self
        for count in 0..<NumberForm.leadingDigitsMax {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: factor)
            if !remainder.isZero { return (count, rest) }
            rest = quotient
        }
        return (NumberForm.leadingDigitsMax, rest)
    }
}
