/// Sine, cosine and tangent of small angles in radians, and their inverses.
extension Approximation {
    /// sin x for |x| up to 1.
    func sine(_ work: inout Work) throws(NumberError) -> Approximation {
        let center = midpoint
        let series = try FixedPoint.factorialSeries(
            -(center * center).fixedPoint, first: 2, &work)
        return try center.times(fixedPoint: series).widened(bySlope: 1, of: self)
    }

    /// cos x for |x| up to 1.
    func cosine(_ work: inout Work) throws(NumberError) -> Approximation {
        let center = midpoint
        let series = try FixedPoint.factorialSeries(
            -(center * center).fixedPoint, first: 1, &work)
        return try Approximation(fixedPoint: series).widened(bySlope: 1, of: self)
    }

    /// tan x for |x| up to 1: x times the quotient of the series for sin x ÷ x and cos x. The quotient is
    /// kept above 1 even if both series are rounded to 1. An error of 0.1 keeps the angle below 60°, where
    /// the slope is 4.
    func tangent(_ work: inout Work) throws(NumberError) -> Approximation {
        if !isKnown(within: -1) { throw .undefined }
        let center = midpoint
        let square = -(center * center).fixedPoint
        let sine = try FixedPoint.factorialSeries(square, first: 2, &work)
        let cosine = try FixedPoint.factorialSeries(square, first: 1, &work)
        let quotient = (sine * FixedPoint.unit).quotientRoundedAway(dividingBy: cosine.magnitude)
        let factor = max(quotient, Integer(FixedPoint.unit) + .one)
        return try center.times(fixedPoint: factor).widened(bySlope: 4, of: self)
    }

    /// The inverse sine in radians for an argument below 10⁻¹⁶, where x + x³ ÷ 6 has 64 digits.
    func inverseSineOfTiny() throws(NumberError) -> Approximation {
        let center = midpoint
        let excess = (center * center).fixedPoint.quotientRoundedAway(dividingBy: Natural(6))
        return try center.times(fixedPoint: Integer(FixedPoint.unit) + excess)
            .widened(bySlope: 2, of: self)
    }

    /// The inverse tangent in radians.
    ///
    /// For an argument of 1 or more, it is 90° minus the inverse tangent of the reciprocal. A short
    /// series needs a small angle. Other angles are halved four times, by
    /// tan (a ÷ 2) = t ÷ (1 + √(1 + t²)), where t is tan a.
    func inverseTangent(_ work: inout Work) throws(NumberError) -> Approximation {
        let isReciprocal = leadingPlace >= 0
        let argument = isReciprocal ? try Self.one / self : self
        var tangent = argument.midpoint
        let halvings = tangent.leadingPlace < -2 ? 0 : 4
        for _ in 0..<halvings {
            try work.spend(words: 2 * FixedPoint.termWords)
            tangent = try tangent / ((tangent * tangent + .one).squareRoot() + .one)
        }
        let center = tangent.midpoint
        let series = try FixedPoint.oddSeries(-(center * center).fixedPoint, &work)
        let angle = try center.times(fixedPoint: series).widened(bySlope: 1, of: tangent)
        let result = try (angle * (1 << halvings)).widened(bySlope: 1, of: argument)
        return isReciprocal ? (isNegative ? -Constants.halfPi : Constants.halfPi) - result : result
    }
}
