/// eˣ, and the natural logarithm.
///
/// Both split off a power of ten, since numbers are decimal here: eˣ = 10ᵏ · eʳ with a small r, and
/// ln (10ᵏ m) = k ln 10 + ln m with m near 1. What remains is a short series.
extension Approximation {
    /// eˣ; an argument beyond ±24,000 leaves the range of numbers.
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

    /// The nearest whole number, of an interval that lies within ±100,000.
    var nearestInt: Int {
        precondition(leadingPlace < 5, "the number is too large for what it is used for")
        if exponent >= 0 { return (digits * Natural.powerOfTen(exponent)).asInt ?? 0 }
        if leadingPlace < -1 { return 0 }
        return digits.roundedQuotient(dividingBy: .powerOfTen(-exponent)).asInt ?? 0
    }

    /// ln x for an interval above zero.
    func naturalLogarithm(_ work: inout Work) throws(NumberError) -> Approximation {
        let (power, mantissa) = decimalParts
        let logarithm = try Self.logarithm(
            mantissa, excess: mantissa - .one, &work)
        return power == 0 ? logarithm : logarithm + Constants.lnTen * power
    }

    /// log x for an interval above zero, the power of ten added exactly.
    func commonLogarithm(_ work: inout Work) throws(NumberError) -> Approximation {
        let (power, mantissa) = decimalParts
        let logarithm = try Self.logarithm(
            mantissa, excess: mantissa - .one, &work)
        return try logarithm / Constants.lnTen + Self.one * power
    }

    /// ln x of a fraction above zero. Near 1 it begins with x − 1, taken from the exact x, so that
    /// no digits are lost there.
    static func naturalLogarithm(
        _ x: Rational, _ work: inout Work
    ) throws(NumberError) -> Approximation {
        let approximation = Approximation(x)
        guard approximation.decimalParts.power == 0 else {
            return try approximation.naturalLogarithm(&work)
        }
        let excess = Approximation(try x.minus(.one, &work))
        return try logarithm(approximation, excess: excess, &work)
    }

    static func commonLogarithm(
        _ x: Rational, _ work: inout Work
    ) throws(NumberError) -> Approximation {
        let approximation = Approximation(x)
        guard approximation.decimalParts.power == 0 else {
            return try approximation.commonLogarithm(&work)
        }
        let logarithm = try naturalLogarithm(x, &work)
        return try logarithm / Constants.lnTen
    }

    /// x = 10^power · mantissa, with the mantissa between 0.32 and 3.2.
    private var decimalParts: (power: Int, mantissa: Approximation) {
        let place = leadingPlace
        let leading = digits.magnitude / .powerOfTen(max(0, digits.magnitude.digitCount - 3))
        let rounded = leading * .powerOfTen(max(0, 3 - digits.magnitude.digitCount))
        let power = rounded < Natural(320) ? place : place + 1
        return (power, scaled(byPowerOfTen: -power))
    }

    /// ln m of an m between 0.3 and 3.3, given also m − 1: 2ⁿ⁺¹ artanh(e ÷ (m + 1)), after n square
    /// roots have brought m near to 1. Of √m it is known that √m − 1 = (m − 1) ÷ (√m + 1), which
    /// loses nothing.
    private static func logarithm(
        _ m: Approximation, excess: Approximation, _ work: inout Work
    ) throws(NumberError) -> Approximation {
        var (mantissa, excess) = (m, excess)
        var factor = 2
        while excess.magnitude.leadingPlace >= -1 {
            try work.spend(words: 2 * FixedPoint.termWords)
            mantissa = try mantissa.squareRoot()
            excess = try excess / (mantissa + .one)
            factor *= 2
        }
        let tangent = try excess / (mantissa + .one)
        let center = tangent.midpoint
        let series = try FixedPoint.oddSeries((center * center).fixedPoint, &work)
        // The slope of artanh is below 2 where its argument is below a half.
        return try center.times(fixedPoint: series)
            .widened(bySlope: 2, of: tangent) * factor
    }
}
