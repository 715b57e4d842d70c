/// The logarithm of a positive number in two parts: ln (10ᵏ m) = k ln 10 + ln m, with m between 0.32
/// and 3.2.
struct Logarithm {
    private let power: Int
    private let mantissa: Approximation
    /// m − 1. Near 1 the logarithm depends on this difference only.
    private let excess: Approximation

    private init(power: Int, mantissa: Approximation, excess: Approximation) {
        self.power = power
        self.mantissa = mantissa
        self.excess = excess
    }

    init(of x: Approximation) {
        let power = x.nearestPowerOfTen
        let mantissa = x.scaled(byPowerOfTen: -power)
        self.init(power: power, mantissa: mantissa, excess: mantissa - .one)
    }

    /// Computes the excess of an exact number near 1 exactly, so that no digits are lost.
    init(of x: Rational, _ work: inout Work) throws(NumberError) {
        try work.spend(words: x.wordCount + FixedPoint.termWords)
        let approximation = Approximation(x)
        guard approximation.nearestPowerOfTen == 0 else {
            self.init(of: approximation)
            return
        }
        let excess = Approximation(try x.minus(.one, &work))
        self.init(power: 0, mantissa: approximation, excess: excess)
    }

    /// The logarithm to base e.
    func natural(_ work: inout Work) throws(NumberError) -> Approximation {
        let logarithm = try ofMantissa(&work)
        return power == 0 ? logarithm : logarithm + Constants.lnTen * power
    }

    /// ln m = 2ⁿ⁺¹ artanh(x ÷ (m + 1)) with x = m − 1, after n square roots have brought m near 1.
    /// For √m, √m − 1 = (m − 1) ÷ (√m + 1) loses no digits.
    private func ofMantissa(_ work: inout Work) throws(NumberError) -> Approximation {
        var (mantissa, excess) = (mantissa, excess)
        var factor = 2
        while excess.leadingPlace >= -1 {
            try work.spend(words: 2 * FixedPoint.termWords)
            mantissa = try mantissa.squareRoot()
            excess = try excess / (mantissa + .one)
            factor *= 2
        }
        let tangent = try excess / (mantissa + .one)
        let center = tangent.midpoint
        let series = try FixedPoint.oddSeries((center * center).fixedPoint, &work)
        // The slope of artanh is below 2 for arguments below a half.
        return try center.times(fixedPoint: series)
            .widened(bySlope: 2, of: tangent) * factor
    }
}

extension Approximation {
    /// The power of ten that leaves a mantissa between 0.32 and 3.2.
    fileprivate var nearestPowerOfTen: Int {
        let count = digits.magnitude.digitCount
        let leading = digits.magnitude * .powerOfTen(2) / .powerOfTen(count - 1)
        return leading < Natural(320) ? leadingPlace : leadingPlace + 1
    }
}
