/// A decimal number: digits and an exponent of ten.
struct Decimal: Equatable {
    /// The digits in units of 10^`exponent`.
    var digits: Natural
    var exponent: Int

    var isZero: Bool { digits.isZero }

    /// The decimal place of the first digit: 0 for 7.5, 2 for 314, −1 for 0.5.
    var leadingPlace: Int { digits.digitCount - 1 + exponent }

    /// The number rounded to a multiple of 10^`place`, halves away from zero.
    func rounded(toPlace place: Int) -> Decimal {
        if place <= exponent { return self }
        let surplus = place - exponent
        if surplus > digits.digitCount { return Decimal(digits: .zero, exponent: place) }
        return Decimal(
            digits: digits.roundedQuotient(dividingBy: .powerOfTen(surplus)), exponent: place)
    }

    /// The number without trailing zeros.
    var trimmed: Decimal {
        if isZero { return Decimal(digits: .zero, exponent: 0) }
        var result = self
        while true {
            let (quotient, remainder) = result.digits.quotientAndRemainder(
                dividingBy: Natural(10))
            guard remainder.isZero else { return result }
            result = Decimal(digits: quotient, exponent: result.exponent + 1)
        }
    }
}

extension Rational {
    /// The magnitude rounded to a multiple of 10^`place`, halves away from zero. This is the only
    /// division between 1 ÷ 3 and its display.
    func decimal(toPlace place: Int) -> Decimal {
        let dividend =
            place < 0 ? numerator.magnitude * .powerOfTen(-place) : numerator.magnitude
        let divisor = place > 0 ? denominator * .powerOfTen(place) : denominator
        return Decimal(digits: dividend.roundedQuotient(dividingBy: divisor), exponent: place)
    }

    /// True if the decimal is the magnitude of the fraction.
    func hasMagnitude(_ decimal: Decimal) -> Bool {
        let power = Natural.powerOfTen(abs(decimal.exponent))
        let product = decimal.digits * denominator
        return decimal.exponent < 0
            ? product == numerator.magnitude * power : product * power == numerator.magnitude
    }

    /// The decimal place of the first digit: 0 for 7.5, −1 for 1 ÷ 3.
    var leadingPlace: Int {
        let estimate = numerator.magnitude.digitCount - denominator.digitCount
        // The leading digits decide between two candidates.
        let isSmaller =
            estimate >= 0
            ? numerator.magnitude < denominator * .powerOfTen(estimate)
            : numerator.magnitude * .powerOfTen(-estimate) < denominator
        return isSmaller ? estimate - 1 : estimate
    }
}
