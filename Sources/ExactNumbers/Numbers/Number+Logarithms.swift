/// eˣ, 10ˣ and their inverses.
extension Number {
    /// Euler's number.
    public static func e(_ work: inout Work) throws(NumberError) -> Number {
        try Number.one.exponential(&work)
    }

    /// eˣ
    public func exponential(_ work: inout Work) throws(NumberError) -> Number {
        if isZero { return .one }
        let interval = try interval(&work)
        return try .result(try interval.exponential(&work), of: self, &work)
    }

    /// 10ˣ
    public func powerOfTen(_ work: inout Work) throws(NumberError) -> Number {
        let whole = try nearestPowerOfTen(&work)
        if wholeNumber != nil { return try Number(10).power(self, &work) }
        let fraction = try minus(Number(whole), &work).interval(&work)
        let interval = try Approximation.powerOfTen(whole, fraction: fraction, &work)
        return try .result(interval, of: self, &work)
    }

    private func nearestPowerOfTen(_ work: inout Work) throws(NumberError) -> Int {
        let interval = try interval(&work)
        guard interval.leadingPlace < 5 else { throw .overflow }
        return interval.nearestInt
    }

    /// ln x
    public func naturalLogarithm(_ work: inout Work) throws(NumberError) -> Number {
        if isZero || isNegative { throw .invalidInput }
        if self == .one { return .zero }
        return try .result(try logarithm(&work).natural(&work), of: self, &work)
    }

    /// log x, to base ten.
    public func commonLogarithm(_ work: inout Work) throws(NumberError) -> Number {
        if isZero || isNegative { throw .invalidInput }
        if let power = rational?.powerOfTen { return Number(power) }
        return try .result(try logarithm(&work).common(&work), of: self, &work)
    }

    /// The logarithm of a positive number, for any base.
    func logarithm(_ work: inout Work) throws(NumberError) -> Logarithm {
        if let rational { return try Logarithm(of: rational, &work) }
        return Logarithm(of: try interval(&work))
    }
}

extension Rational {
    /// The exponent if the number is a whole power of ten, otherwise nil: −2 for 0.01.
    fileprivate var powerOfTen: Int? {
        if numerator.magnitude.isOne {
            return denominator.exactPowerOfTen.map { -$0 }
        }
        return denominator.isOne ? numerator.magnitude.exactPowerOfTen : nil
    }
}

extension Natural {
    fileprivate var exactPowerOfTen: Int? {
        let exponent = digitCount - 1
        return self == .powerOfTen(exponent) ? exponent : nil
    }
}
