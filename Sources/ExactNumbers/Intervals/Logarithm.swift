/// The logarithm of a number above zero, by its parts: ln (10ᵏ m) = k ln 10 + ln m, with an m between
/// 0.32 and 3.2.
struct Logarithm {
    private let power: Int
    private let mantissa: Approximation
    /// m − 1. Near 1 the logarithm depends on nothing else.
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

    /// Of an exact number near 1 the excess is exact too, so that no digits are lost there.
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

    /// To the base of e.
    func natural(_ work: inout Work) throws(NumberError) -> Approximation {
        let logarithm = try ofMantissa(&work)
        return power == 0 ? logarithm : logarithm + Constants.lnTen * power
    }

    /// To the base of ten: the power is added exactly.
    func common(_ work: inout Work) throws(NumberError) -> Approximation {
        let logarithm = try ofMantissa(&work) / Constants.lnTen
        return power == 0 ? logarithm : logarithm + .one * power
    }

    /// ln m = 2ⁿ⁺¹ artanh(e ÷ (m + 1)), after n square roots have brought m near to 1. Of √m it is
    /// known that √m − 1 = (m − 1) ÷ (√m + 1), which loses nothing.
    private func ofMantissa(_ work: inout Work) throws(NumberError) -> Approximation {
        var (mantissa, excess) = (mantissa, excess)
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

extension Approximation {
    /// The power of ten that leaves a mantissa between 0.32 and 3.2.
    fileprivate var nearestPowerOfTen: Int {
        let count = digits.magnitude.digitCount
        let leading = digits.magnitude * .powerOfTen(2) / .powerOfTen(count - 1)
        return leading < Natural(320) ? leadingPlace : leadingPlace + 1
    }
}
