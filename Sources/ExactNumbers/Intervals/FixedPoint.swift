/// Power series on whole numbers: a number is counted in units of 10⁻⁷².
///
/// Sums of many small terms need no more than that. Every product is rounded at the 72nd place,
/// which costs one unit; the series here have well under a hundred terms, so that far fewer than
/// the eight digits beyond the 64 that are kept go astray. The first term after the 1 is rounded
/// away from zero, all others towards it: so the sine of something tiny stays below it, however
/// tiny it is.
enum FixedPoint {
    static let places = 72
    static let unit = Natural.powerOfTen(places)

    /// More than all the units that a series can lose, also where its result is squared on.
    static let error = Natural(100_000)

    /// What a term costs, as the words that `Work` squares: a product of numbers of four words and a
    /// division, and above all the lists that these make, measured against long products.
    static let termWords = 20

    /// 1 + x ÷ (f (f+1)) + x² ÷ (f (f+1) (f+2) (f+3)) + …, f being 1 or 2: with x = −t² the
    /// cosine of t, or its sine divided by t.
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

    /// 1 + x ÷ 3 + x² ÷ 5 + x³ ÷ 7 + …: with x = −t² the inverse tangent of t divided by t, with
    /// x = t² the inverse hyperbolic tangent. |x| must be well below 1.
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

    /// 1 + x ÷ 6 + 3 x² ÷ 40 + …: with x = t² the inverse sine of t divided by t. |x| must be well
    /// below 1.
    static func inverseSineSeries(
        _ x: Integer, _ work: inout Work
    ) throws(NumberError) -> Integer {
        var term = x.quotientRoundedAway(dividingBy: Natural(6))
        var sum = Integer(unit) + term
        var factor = 3
        while !term.isZero {
            try work.spend(words: termWords)
            term =
                term * x * Natural(factor * factor)
                / (unit * Natural((factor + 1) * (factor + 2)))
            sum = sum + term
            factor += 2
        }
        return sum
    }

    /// eˣ for |x| up to 2. The argument is halved eight times first and the result squared as
    /// often: a fifth of the terms that way.
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
    /// The midpoint in fixed point.
    var fixedPoint: Integer {
        let shift = exponent + FixedPoint.places
        if shift >= 0 { return digits * Natural.powerOfTen(shift) }
        let isTiny = -shift > 2 * Self.digitsKept
        return digits.quotientRoundedAway(
            dividingBy: .powerOfTen(isTiny ? 2 * Self.digitsKept : -shift))
    }

    /// The product with what a series gave, rounded only once.
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
