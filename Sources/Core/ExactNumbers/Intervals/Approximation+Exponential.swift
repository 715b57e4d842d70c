/// eˣ = 10ᵏ · eʳ. Numbers are decimal here, so a power of ten is split off; the series for the small
/// rest r is short.
extension Approximation {
    /// eˣ. Arguments beyond ±24,000 leave the range of numbers. An error d below 1 of the rest changes the
    /// result by less than 2d eʳ, and eʳ is below 3.2.
    func exponential(_ work: inout Work) throws(NumberError) -> Approximation {
        guard leadingPlace < 5 else { throw .overflow }
        let power = try (self / Constants.lnTen).nearestInt
        let rest = self - Constants.lnTen * power
        let value = Approximation(
            fixedPoint: try FixedPoint.exponential(rest.fixedPoint, &work))
        return try value.widened(bySlope: rest.isNegative ? 2 : 7, of: rest).requiringDigit()
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
