/// A number as people write it: decimal digits and where the point stands.
struct Decimal: Equatable {
    /// In units of 10 to the power of `exponent`.
    var digits: Natural
    var exponent: Int

    var isZero: Bool { digits.isZero }

    /// Where the first digit stands: 0 for 7.5, 2 for 314, −1 for 0.5.
    var leadingPlace: Int { digits.digitCount - 1 + exponent }

    /// Rounded to a number of units of 10^`place`, halves away from zero.
    func rounded(toPlace place: Int) -> Decimal {
        if place <= exponent { return self }
        let surplus = place - exponent
        if surplus > digits.digitCount { return Decimal(digits: .zero, exponent: place) }
        return Decimal(
            digits: digits.roundedQuotient(dividingBy: .powerOfTen(surplus)), exponent: place)
    }

    /// The same number without zeros at its end.
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
    /// The magnitude, rounded to a number of units of 10^`place`, halves away from zero: the one
    /// division on the way from 1 ÷ 3 to 0.33.
    func decimal(toPlace place: Int) -> Decimal {
        let dividend =
            place < 0 ? numerator.magnitude * .powerOfTen(-place) : numerator.magnitude
        let divisor = place > 0 ? denominator * .powerOfTen(place) : denominator
        return Decimal(digits: dividend.roundedQuotient(dividingBy: divisor), exponent: place)
    }

    /// Where the first digit stands: 0 for 7.5, −1 for 1 ÷ 3.
    var leadingPlace: Int {
        let estimate = numerator.magnitude.digitCount - denominator.digitCount
        // The quotient of the leading digits decides between two places.
        let isSmaller =
            estimate >= 0
            ? numerator.magnitude < denominator * .powerOfTen(estimate)
            : numerator.magnitude * .powerOfTen(-estimate) < denominator
        return isSmaller ? estimate - 1 : estimate
    }
}
