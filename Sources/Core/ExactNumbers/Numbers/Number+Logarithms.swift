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
        if wholeNumber != nil { return try Number(10).power(self, &work) }
        let power = try (interval(&work) * Constants.lnTen).exponential(&work)
        return try .result(power, of: self, &work)
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
        let logarithm = try logarithm(&work).natural(&work) / Constants.lnTen
        return try .result(logarithm, of: self, &work)
    }

    /// The logarithm of a positive number.
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
