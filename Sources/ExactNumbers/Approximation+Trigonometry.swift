/// Sine and cosine of small angles in radians, and the inverse tangent of anything.
extension Approximation {
    /// sin x for |x| up to 1.
    func sine(_ work: inout Work) throws(NumberError) -> Approximation {
        let center = midpoint
        let series = try FixedPoint.factorialSeries(
            -(center * center).fixedPoint, first: 2, &work)
        return try (center * Approximation(fixedPoint: series)).widened(bySlope: 1, of: self)
    }

    /// cos x for |x| up to 1.
    func cosine(_ work: inout Work) throws(NumberError) -> Approximation {
        let center = midpoint
        let series = try FixedPoint.factorialSeries(
            -(center * center).fixedPoint, first: 1, &work)
        return try Approximation(fixedPoint: series).widened(bySlope: 1, of: self)
    }

    /// The angle in radians whose tangent this is.
    ///
    /// From 10 on it is a right angle less the angle of the reciprocal. Four times half the angle
    /// is taken, tan (a ÷ 2) = t ÷ (1 + √(1 + t²)), which makes the series short.
    func inverseTangent(_ work: inout Work) throws(NumberError) -> Approximation {
        if containsZero { return self }
        if leadingPlace >= 1 {
            let rest = try (Self.one / magnitude).inverseTangent(&work)
            let angle = Constants.pi / (Self.one * 2) - rest
            return isNegative ? -angle : angle
        }
        var tangent = self
        for _ in 0..<4 {
            try work.spend(words: 2 * FixedPoint.termWords)
            tangent = tangent / ((tangent * tangent + .one).squareRoot + .one)
        }
        let center = tangent.midpoint
        let series = try FixedPoint.oddSeries(-(center * center).fixedPoint, &work)
        return try (center * Approximation(fixedPoint: series))
            .widened(bySlope: 1, of: tangent) * 16
    }
}
