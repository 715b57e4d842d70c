/// Powers and roots: exact if the result is a fraction, otherwise by the exponential function.
extension Number {
    public func squared(_ work: inout Work) throws(NumberError) -> Number {
        try power(Number(2), &work)
    }

    public func reciprocal(_ work: inout Work) throws(NumberError) -> Number {
        try Number.one.divided(by: self, &work)
    }

    public func squareRoot(_ work: inout Work) throws(NumberError) -> Number {
        if isZero { return .zero }
        if isNegative { throw .invalidInput }
        if let rational {
            try work.spend(words: 2 * rational.wordCount)
            if let root = rational.exactSquareRoot { return Number(root) }
        }
        let interval = try interval(&work)
        try work.spend(words: 2 * FixedPoint.termWords)
        let root = try interval.squareRoot()
        guard let rational else { return try .result(root, of: self, &work) }
        let exact = try Approximation.root(of: rational, degree: 2, estimate: root, &work)
        return try .result(exact, of: self, &work)
    }

    /// The root of degree `degree`. Odd roots of negative numbers are negative.
    public func root(_ degree: Number, _ work: inout Work) throws(NumberError) -> Number {
        if degree == Number(2) { return try squareRoot(&work) }
        if degree.isZero { throw .divisionByZero }
        return try power(try degree.reciprocal(&work), &work)
    }

    /// The number raised to `exponent`. A negative number has powers p ÷ q only for an odd q. The
    /// power of any number with exponent 0 is 1, also for 0.
    public func power(_ exponent: Number, _ work: inout Work) throws(NumberError) -> Number {
        if exponent.isZero { return .one }
        if exponent == .one { return self }
        if isZero {
            if exponent.isNegative { throw .divisionByZero }
            return .zero
        }
        if let exact = try exactPower(exponent, &work) { return exact }
        if isNegative {
            guard let fraction = exponent.rational, !fraction.denominator.isEven else {
                throw .invalidInput
            }
            let power = try magnitude.power(exponent, &work)
            return fraction.numerator.isEven ? power : -power
        }
        let interval = try powerInterval(exponent, &work)
        if case .exact = exponent { return try .result(interval, of: self, &work) }
        return try .snapped(interval, origin: nil, &work)
    }

    /// A fraction to the power of p ÷ q, or nil if its q-th root is not exact or the result too
    /// large.
    private func exactPower(
        _ exponent: Number, _ work: inout Work
    ) throws(NumberError) -> Number? {
        guard let rational, let exponent = exponent.rational else { return nil }
        if rational == .one { return .one }
        guard
            let degree = exponent.denominator.asInt,
            let root = try rational.exactRoot(degree, &work)
        else { return nil }
        if root == .one { return .one }
        if root == -.one { return exponent.numerator.isEven ? .one : Number(-1) }
        // Excludes powers that cannot be within the range of numbers. `result` rounds powers that are too
        // long to be kept exactly.
        let bits = root.numerator.magnitude.bitWidth + root.denominator.bitWidth - 2
        guard let power = exponent.numerator.asInt,
            power.magnitude < 40_000, bits < 40_000, bits * Int(power.magnitude) < 40_000
        else { return nil }
        return try .result(.rational(try root.power(power, &work)), &work)
    }

    /// Small whole powers of an interval as products, all others as e^(y ln x).
    private func powerInterval(
        _ exponent: Number, _ work: inout Work
    ) throws(NumberError) -> Approximation {
        if let rational {
            let logarithm = try logarithm(&work).natural(&work)
            let power = try (logarithm * exponent.interval(&work)).exponential(&work)
            guard let exponent = exponent.rational else { return power }
            return try rational.rootInterval(exponent, estimate: power, &work) ?? power
        }
        guard let power = exponent.wholeNumber?.asInt, power.magnitude <= 16 else {
            let logarithm = try logarithm(&work).natural(&work)
            return try (logarithm * exponent.interval(&work)).exponential(&work)
        }
        let factor = try interval(&work)
        try work.spend(Int(power.magnitude) * FixedPoint.termWords * FixedPoint.termWords)
        var product = factor
        for _ in 1..<power.magnitude { product = product * factor }
        return try (power < 0 ? Approximation.one / product : product).requiringDigit()
    }
}

extension Rational {
    /// The power p ÷ q as the q-th root of the p-th power, or nil if p or q is too large.
    fileprivate func rootInterval(
        _ exponent: Rational, estimate: Approximation, _ work: inout Work
    ) throws(NumberError) -> Approximation? {
        guard let power = exponent.numerator.asInt, let degree = exponent.denominator.asInt,
            degree > 1, degree <= Approximation.wholeRootDegreeMax,
            power.magnitude <= Approximation.wholeRootDegreeMax,
            Int(power.magnitude) * wordCount * 20 <= ExactNumber.digitsMax
        else { return nil }
        let base = try self.power(power, &work)
        return try .root(of: base, degree: degree, estimate: estimate, &work)
    }

    /// The exact square root, or nil. The number must not be negative.
    fileprivate var exactSquareRoot: Rational? {
        guard let top = numerator.magnitude.exactSquareRoot,
            let bottom = denominator.exactSquareRoot
        else { return nil }
        return Rational(lowest: Integer(top), over: bottom)
    }

    /// The exact root of degree `degree`, or nil.
    fileprivate func exactRoot(
        _ degree: Int, _ work: inout Work
    ) throws(NumberError) -> Rational? {
        if degree == 1 { return self }
        if isNegative {
            guard degree & 1 == 1 else { throw .invalidInput }
            guard let root = try magnitude.exactRoot(degree, &work) else { return nil }
            return -root
        }
        try work.spend(words: 2 * wordCount)
        if degree == 2 { return exactSquareRoot }
        guard let top = try numerator.magnitude.exactRoot(degree, &work),
            let bottom = try denominator.exactRoot(degree, &work)
        else { return nil }
        return Rational(lowest: Integer(top), over: bottom)
    }
}

extension Natural {
    /// The exact root of degree `degree`, or nil. The degree must be at least 3.
    fileprivate func exactRoot(
        _ degree: Int, _ work: inout Work
    ) throws(NumberError) -> Natural? {
        if isOne { return self }
        // The number is smaller than 2 to the power of the degree, so its root is between 1 and 2.
        if bitWidth <= degree { return nil }
        let root = rootRoundedDown(degree, estimate: try rootEstimate(degree, &work))
        return root.power(degree) == self ? root : nil
    }

    /// An estimate that is not too small. A power of two is near enough for a small number and a low
    /// degree; otherwise logarithms give a much better one.
    private func rootEstimate(
        _ degree: Int, _ work: inout Work
    ) throws(NumberError) -> Natural {
        if wordCount <= 4 && degree <= 16 { return .one << ((bitWidth + degree - 1) / degree) }
        let logarithm = try Logarithm(of: Approximation(Rational(Integer(self)))).natural(&work)
        let root = try (logarithm / (Approximation.one * degree)).exponential(&work)
        return root.roundedDown + .one
    }
}
