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
    /// kept above 1 even if both series are rounded to 1.
    func tangent(_ work: inout Work) throws(NumberError) -> Approximation {
        let center = midpoint
        let square = -(center * center).fixedPoint
        let sine = try FixedPoint.factorialSeries(square, first: 2, &work)
        let cosine = try FixedPoint.factorialSeries(square, first: 1, &work)
        let quotient = (sine * FixedPoint.unit).quotientRoundedAway(dividingBy: cosine.magnitude)
        let factor = max(quotient, Integer(FixedPoint.unit) + .one)
        return try center.times(fixedPoint: factor).widened(bySlope: 4, of: self)
    }

    /// The inverse sine in radians, for an argument below 0.01.
    func inverseSineOfSmall(_ work: inout Work) throws(NumberError) -> Approximation {
        let center = midpoint
        let series = try FixedPoint.inverseSineSeries((center * center).fixedPoint, &work)
        return try center.times(fixedPoint: series).widened(bySlope: 2, of: self)
    }

    /// The inverse tangent in radians.
    ///
    /// For an argument of 10 or more, it is 90° minus the inverse tangent of the reciprocal. A short
    /// series needs a small angle. Other angles are halved four times, by
    /// tan (a ÷ 2) = t ÷ (1 + √(1 + t²)), where t is tan a.
    func inverseTangent(_ work: inout Work) throws(NumberError) -> Approximation {
        if containsZero { return self }
        if leadingPlace >= 1 {
            let rest = try (try Self.one / magnitude).inverseTangent(&work)
            let angle = Constants.halfPi - rest
            return isNegative ? -angle : angle
        }
        var tangent = self
        let halvings = leadingPlace < -2 ? 0 : 4
        for _ in 0..<halvings {
            try work.spend(words: 2 * FixedPoint.termWords)
            tangent = try tangent / ((tangent * tangent + .one).squareRoot() + .one)
        }
        let center = tangent.midpoint
        let series = try FixedPoint.oddSeries(-(center * center).fixedPoint, &work)
        return try center.times(fixedPoint: series)
            .widened(bySlope: 1, of: tangent) * (1 << halvings)
    }
}
