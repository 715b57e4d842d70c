/// Power series in fixed-point arithmetic: whole numbers in units of 10⁻⁷².
///
/// Each product is rounded at the 72nd decimal place, which costs one unit. The series here have far
/// fewer than a hundred terms, so these errors stay well inside the eight digits beyond the 64 that are
/// kept. The first term after the 1 is rounded away from zero and all others toward it, so that the
/// sine of a tiny number stays below that number.
enum FixedPoint {
    static let places = 72
    static let unit = Natural.powerOfTen(places)

    /// An upper bound of the error of each series in units, including the squarings of the exponential. Most of
    /// it is the rounding of t² to 64 digits.
    static let error = Natural(200_000_000)

    /// The measured cost of one term, as an argument of `Work.spend(words:)`: a product of four-word
    /// numbers, a division, and the allocation of the arrays, which takes most of the time.
    static let termWords = 20

    /// 1 + x ÷ (f (f+1)) + x² ÷ (f (f+1) (f+2) (f+3)) + …, where f is 1 or 2. With x = −t² this is
    /// cos t for f = 1 and sin t ÷ t for f = 2.
    static func factorialSeries(
        _ x: Integer, first: Int, _ work: inout Work
    ) throws(NumberError) -> Integer {
        var term = x.quotientRoundedAway(dividingBy: Natural(first * (first + 1)))
        var sum = Integer(unit) + term
        var factor = first + 2
        while !term.isZero {
            try work.spend(words: termWords)
            term = term * x / (unit * Natural(factor * (factor + 1)))
            sum = sum + term
            factor += 2
        }
        return sum
    }

    /// 1 + x ÷ 3 + x² ÷ 5 + x³ ÷ 7 + …, which is arctan t ÷ t with x = −t², and artanh t ÷ t with
    /// x = t². |x| must be well below 1.
    static func oddSeries(_ x: Integer, _ work: inout Work) throws(NumberError) -> Integer {
        var power = x
        var sum = Integer(unit) + x.quotientRoundedAway(dividingBy: Natural(3))
        var divisor = 5
        while !power.isZero {
            try work.spend(words: termWords)
            power = power * x / unit
            sum = sum + power / Natural(divisor)
            divisor += 2
        }
        return sum
    }

    /// eˣ for |x| up to 2. The argument is halved eight times, and the result squared eight times, because
    /// the series of the smaller argument needs only a fifth of the terms.
    static func exponential(_ x: Integer, _ work: inout Work) throws(NumberError) -> Integer {
        let halvings = 8
        let small = x.quotientRoundedAway(dividingBy: Natural.one << halvings)
        var term = small
        var sum = Integer(unit) + term
        var count = 2
        while !term.isZero {
            try work.spend(words: termWords)
            term = term * small / (unit * Natural(count))
            sum = sum + term
            count += 1
        }
        try work.spend(halvings * termWords * termWords)
        for _ in 0..<halvings { sum = sum * sum / unit }
        return sum
    }
}

extension Approximation {
    /// The midpoint as a fixed-point number.
    var fixedPoint: Integer {
        let shift = exponent + FixedPoint.places
        if shift >= 0 { return digits * Natural.powerOfTen(shift) }
        let isTiny = -shift > 2 * Self.digitsKept
        return digits.quotientRoundedAway(
            dividingBy: .powerOfTen(isTiny ? 2 * Self.digitsKept : -shift))
    }

    /// The product with the result of a series, rounded only once.
    func times(fixedPoint factor: Integer) -> Approximation {
        Approximation(
            rounding: digits * factor, exponent: exponent - FixedPoint.places,
            radius: digits.magnitude * FixedPoint.error
                + factor.magnitude * Natural(radius))
    }

    init(fixedPoint: Integer) {
        self.init(rounding: fixedPoint, exponent: -FixedPoint.places, radius: FixedPoint.error)
    }
}
