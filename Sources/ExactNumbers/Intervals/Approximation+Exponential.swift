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

    /// 10^`power` eˣ for |x| up to 1.16. An error d below 1 changes eˣ by less than 2d eˣ.
    static func exponential(
        _ x: Approximation, timesPowerOfTen power: Int, _ work: inout Work
    ) throws(NumberError) -> Approximation {
        let value = Approximation(fixedPoint: try FixedPoint.exponential(x.fixedPoint, &work))
        return try value.widened(bySlope: x.isNegative ? 2 : 7, of: x).requiringDigit()
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
