/// x! and the remainder.
extension Number {
    /// The factorial. 3248! is the last below 10^9999.
    public func factorial(_ work: inout Work) throws(NumberError) -> Number {
        guard let whole = wholeNumber, !whole.isNegative else {
            // A wide interval may contain a whole number.
            if case .approximation(let value, _) = self, !value.isNegative, !value.isNarrow {
                throw value.leadingPlace > 3 ? .overflow : .undefined
            }
            throw .invalidInput
        }
        guard let count = whole.asInt, count <= Self.factorialArgumentMax else { throw .overflow }
        var product: [UInt64] = [1]
        // Factors are multiplied in one word while they fit, which saves four fifths of the long
        // products.
        var gathered: UInt64 = 1
        for factor in stride(from: 2, through: UInt64(count), by: 1) {
            let (next, overflow) = gathered.multipliedReportingOverflow(by: factor)
            if overflow {
                try work.spend(product.count)
                Words.multiply(&product, by: gathered)
            }
            gathered = overflow ? factor : next
        }
        Words.multiply(&product, by: gathered)
        return try .result(.rational(Rational(Integer(Natural(words: product)))), &work)
    }

    static let factorialArgumentMax = 3248

    /// The remainder of a division that rounds down. It has the divisor's sign.
    public func modulo(_ divisor: Number, _ work: inout Work) throws(NumberError) -> Number {
        if divisor.isZero { throw isZero ? .undefined : .divisionByZero }
        switch (self, divisor) {
        case (.exact(.rational(let a)), .exact(.rational(let b))):
            return try .result(.rational(try a.modulo(b, &work)), &work)
        case (.exact(.multipleOfPi(let a)), .exact(.multipleOfPi(let b))):
            return try .result(ExactNumber(piTimes: try a.modulo(b, &work)), &work)
        case (.exact, .exact), (.approximation, _), (_, .approximation):
            let whole = try divided(by: divisor, &work).roundedDown(&work)
            let remainder = try minus(try divisor.times(whole, &work), &work)
            if remainder.isZero || remainder.isNegative == divisor.isNegative { return remainder }
            // The quotient is just below a whole number.
            return try remainder.plus(divisor, &work)
        }
    }

    /// The largest whole number that is not larger, or the whole number that an interval contains. Throws
    /// `undefined` if the interval is too wide.
    private func roundedDown(_ work: inout Work) throws(NumberError) -> Number {
        if let rational { return Number(Rational(rational.roundedDown)) }
        let interval = try interval(&work)
        guard interval.isKnown(within: -1), interval.exponent < 0 else { throw .undefined }
        try work.spend(words: 2 * FixedPoint.termWords)
        let largest = interval.digits + Integer(Natural(interval.radius))
        return Number(
            Rational(largest.quotientRoundedDown(dividingBy: .powerOfTen(-interval.exponent))))
    }
}
