/// Sine, cosine and tangent of a number in degrees or radians, and their inverses.
///
/// The sine of a rational number of degrees is rational only at multiples of 30° (Niven's theorem),
/// the tangent at multiples of 45°; a table has these values. A multiple of π in radians is a
/// rational number of degrees; other angles have no exact value.
extension Number {
    public func sine(
        in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Number {
        try Angle(self, in: unit, &work).sine(of: self, &work)
    }

    public func cosine(in unit: AngleUnit, _ work: inout Work) throws(NumberError) -> Number {
        try Angle(self, in: unit, &work).turnedByRightAngle.sine(of: self, &work)
    }

    public func tangent(in unit: AngleUnit, _ work: inout Work) throws(NumberError) -> Number {
        try Angle(self, in: unit, &work).tangent(of: self, in: unit, &work)
    }

    public func inverseSine(
        in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Number {
        if let exact = try exactAngle(
            in: unit, [-90, -30, 0, 30, 90], &work,
            undoing: {
                (angle, work) throws(NumberError) in try angle.sine(in: unit, &work)
            })
        {
            return exact
        }
        let interval = try interval(&work)
        if interval.leadingPlace < -16 {
            return try angle(try interval.inverseSineOfTiny(), in: unit, &work)
        }
        let tangent = try interval / complement(&work).squareRoot()
        return try angle(try tangent.inverseTangent(&work), in: unit, &work)
    }

    public func inverseCosine(
        in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Number {
        if let exact = try exactAngle(
            in: unit, [180, 120, 90, 60, 0], &work,
            undoing: {
                (angle, work) throws(NumberError) in try angle.cosine(in: unit, &work)
            })
        {
            return exact
        }
        // tan (angle ÷ 2) = √(1 − x²) ÷ (1 + x) is accurate near 0° too.
        let root = try complement(&work).squareRoot()
        let tangent = try root / plus(.one, &work).interval(&work)
        return try angle(try tangent.inverseTangent(&work) * 2, in: unit, &work)
    }

    public func inverseTangent(
        in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Number {
        if let whole = wholeNumber?.asInt, whole.magnitude <= 1 {
            return try Number.angle(degrees: 45 * whole, in: unit, &work)
        }
        return try angle(try interval(&work).inverseTangent(&work), in: unit, &work)
    }

    /// The angle whose sine or cosine is −1, −½, 0, ½ or 1, from the given degrees; nil for other
    /// numbers within ±1. Numbers beyond ±1 throw `invalidInput`.
    private func exactAngle(
        in unit: AngleUnit, _ degrees: [Int], _ work: inout Work,
        undoing function: (Number, inout Work) throws(NumberError) -> Number
    ) throws(NumberError) -> Number? {
        let comparison = try magnitude.compared(to: .one, &work)
        if comparison > 0 { throw .invalidInput }
        if comparison < 0 {
            guard let twice = try times(Number(2), &work).wholeNumber?.asInt else { return nil }
            return try Number.angle(degrees: degrees[twice + 2], in: unit, &work)
        }
        let extreme = try Number.angle(degrees: degrees[isNegative ? 0 : 4], in: unit, &work)
        // The interval contains ±1, but the number may have been computed from an angle near the
        // extreme one.
        guard let origin = try origin(undoing: function, &work) else { return extreme }
        let (end, otherEnd) = (degrees[0], degrees[4])
        let lowest = try Number.angle(degrees: min(end, otherEnd), in: unit, &work)
        let highest = try Number.angle(degrees: max(end, otherEnd), in: unit, &work)
        let fromLowest = try origin.compared(to: lowest, &work)
        let fromHighest = try origin.compared(to: highest, &work)
        return fromLowest >= 0 && fromHighest <= 0 ? origin : extreme
    }

    /// 1 − x² = (1 − x) (1 + x), which is accurate near ±1 too.
    private func complement(_ work: inout Work) throws(NumberError) -> Approximation {
        let below = try Number.one.minus(self, &work).interval(&work)
        return below * (try plus(.one, &work).interval(&work))
    }

    /// Converts radians to the requested unit.
    private func angle(
        _ radians: Approximation, in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Number {
        switch unit {
        case .radians: return try .result(radians, of: self, &work)
        case .degrees: return try .result(try radians / Constants.degree, of: self, &work)
        }
    }

    private static func angle(
        degrees: Int, in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Number {
        switch unit {
        case .degrees: return Number(degrees)
        case .radians:
            return try Number.pi.times(Number(degrees), &work).divided(by: Number(180), &work)
        }
    }
}
