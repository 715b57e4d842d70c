/// eˣ = 10ᵏ · eʳ. Numbers are decimal here, so a power of ten is split off; the series for the small
/// rest r is short.
extension Approximation {
    /// eˣ. Arguments beyond ±24,000 leave the range of numbers.
    func exponential(_ work: inout Work) throws(NumberError) -> Approximation {
        guard leadingPlace < 5 else { throw .overflow }
        let power = try (self / Constants.lnTen).nearestInt
        return try Self.exponential(
            self - Constants.lnTen * power, timesPowerOfTen: power, &work)
    }

    /// 10ˣ = 10ᵏ · e^((x − k) ln 10); `fraction` is x − k.
    static func powerOfTen(
        _ whole: Int, fraction: Approximation, _ work: inout Work
    ) throws(NumberError) -> Approximation {
        try exponential(fraction * Constants.lnTen, timesPowerOfTen: whole, &work)
    }

    /// 10^`power` eˣ for |x| up to 2, where the slope of eˣ is below 8.
    private static func exponential(
        _ x: Approximation, timesPowerOfTen power: Int, _ work: inout Work
    ) throws(NumberError) -> Approximation {
        let value = try FixedPoint.exponential(x.fixedPoint, &work)
        return try Approximation(fixedPoint: value)
            .widened(bySlope: 8, of: x)
            .scaled(byPowerOfTen: power)
    }

    /// The nearest whole number of an interval within ±100,000.
    var nearestInt: Int {
        precondition(leadingPlace < 5, "the number is out of range")
        if exponent >= 0 { return (digits * Natural.powerOfTen(exponent)).asInt ?? 0 }
        if leadingPlace < -1 { return 0 }
        return digits.roundedQuotient(dividingBy: .powerOfTen(-exponent)).asInt ?? 0
    }
}
