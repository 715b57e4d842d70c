/// The unit of angles: a full turn is 360 degrees or 2π radians.
public enum AngleUnit: UInt8, Equatable, Sendable {
    case degrees
    case radians
}

/// An angle reduced to a quadrant and a remainder of at most 45°, without loss for any size.
struct Angle {
    /// The number of right angles subtracted, modulo 4.
    private let quadrant: Int
    private let remainder: Remainder

    private enum Remainder {
        /// Degrees as a fraction, whose sine may be exact.
        case degrees(Rational)
        case radians(Approximation)
    }

    init(_ number: Number, in unit: AngleUnit, _ work: inout Work) throws(NumberError) {
        switch (number, unit) {
        case (.exact(.rational(let degrees)), .degrees):
            try self.init(degrees: degrees, &work)
        case (.exact(.rational(let zero)), .radians) where zero.isZero:
            try self.init(degrees: zero, &work)
        case (.exact(.rational(let radians)), .radians):
            try self.init(radians: radians, &work)
        case (.exact(.multipleOfPi(let halfTurns)), .radians):
            try self.init(degrees: try halfTurns.times(Rational(180), &work), &work)
        case (.exact(.multipleOfPi(let coefficient)), .degrees):
            try self.init(degreesDividedByPi: coefficient, &work)
        case (.approximation(let interval, _), _):
            try self.init(interval, in: unit, &work)
        }
    }

    private init(quadrant: Integer, remainder: Remainder) {
        let rest = Int((quadrant.magnitude % Natural(4)).lowWord)
        self.quadrant = quadrant.isNegative ? (4 - rest) % 4 : rest
        self.remainder = remainder
    }

    private init(degrees: Rational, _ work: inout Work) throws(NumberError) {
        let quarters = try degrees.divided(by: Rational(90), &work).rounded
        let rest = try degrees.minus(Rational(quarters * Natural(90)), &work)
        self.init(quadrant: quarters, remainder: .degrees(rest))
    }

    /// Reduces radians to x − k π ÷ 2 for the k that makes the remainder smallest.
    private init(radians: Rational, _ work: inout Work) throws(NumberError) {
        let doubled = try radians.times(Rational(2), &work)
        let quarters = try Approximation.quotientByPi(doubled, &work)
        let halves = try Rational(-quarters).divided(by: Rational(2), &work)
        let rest = try Approximation(radians, plusPiTimes: halves, &work)
        self.init(quadrant: quarters, remainder: .radians(rest))
    }

    /// Reduces cπ degrees, for the coefficient c: c π° − 90° k.
    private init(degreesDividedByPi coefficient: Rational, _ work: inout Work) throws(NumberError) {
        // With as many decimal places as the coefficient has digits, the quotient is the nearest
        // number of right angles or its neighbor.
        let places = coefficient.wordCount * 20
        let pi = Rational(Integer(try Constants.pi(places: places, &work)))
        let unit = Rational(Integer(Natural.powerOfTen(places) * Natural(90)))
        let quarters = try coefficient.times(pi, &work).divided(by: unit, &work).rounded
        let degrees = try Approximation(
            Rational(-(quarters * Natural(90))), plusPiTimes: coefficient, &work)
        self.init(quadrant: quarters, remainder: .radians(Self.radians(degrees: degrees)))
    }

    /// Reduces the midpoint like an exact number and keeps the error.
    private init(
        _ interval: Approximation, in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) {
        if interval.leadingPlace < -1 {
            quadrant = 0
            remainder = .radians(unit == .radians ? interval : Self.radians(degrees: interval))
            return
        }
        // The sine is undefined unless the error of the angle is below one degree or radian. Angles of 10⁶⁴
        // and more are excluded too, which bounds the work.
        guard interval.isKnown(within: 0), interval.leadingPlace < Approximation.digitsKept else {
            throw .undefined
        }
        let reduced = try Angle(Number(interval.exactMidpoint(&work)), in: unit, &work)
        let (center, error) = (try reduced.radians(&work), interval - interval.midpoint)
        switch unit {
        case .radians: remainder = .radians(center + error)
        case .degrees: remainder = .radians(center + Self.radians(degrees: error))
        }
        quadrant = reduced.quadrant
    }

    /// The angle plus 90°. Its sine is the cosine of this angle.
    var turnedByRightAngle: Angle {
        Angle(quadrant: Integer(quadrant + 1), remainder: remainder)
    }

    private func radians(_ work: inout Work) throws(NumberError) -> Approximation {
        switch remainder {
        case .radians(let value):
            return value
        case .degrees(let value):
            try work.spend(words: value.wordCount + FixedPoint.termWords)
            return Self.radians(degrees: Approximation(value))
        }
    }

    private static func radians(degrees: Approximation) -> Approximation {
        degrees * Constants.degree
    }

    func sine(of argument: Number, _ work: inout Work) throws(NumberError) -> Number {
        let isNegative = quadrant >= 2
        let isCosine = quadrant & 1 == 1
        if case .degrees(let degrees) = remainder,
            let exact = isCosine ? Self.exactCosine(degrees) : Self.exactSine(degrees)
        {
            let value = try Number(exact).divided(by: Number(2), &work)
            return isNegative ? -value : value
        }
        let radians = try radians(&work)
        let value = isCosine ? try radians.cosine(&work) : try radians.sine(&work)
        return try .result(isNegative ? -value : value, of: argument, &work)
    }

    func tangent(
        of argument: Number, in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Number {
        let isCotangent = quadrant & 1 == 1
        if case .degrees(let degrees) = remainder, let exact = Self.exactTangent(degrees) {
            if isCotangent && exact == 0 { throw .undefined }
            return Number(isCotangent ? -exact : exact)
        }
        let tangent = try radians(&work).tangent(&work)
        if isCotangent && tangent.containsZero {
            // This close to 90° the interval does not determine the tangent. It is known only if the
            // angle was computed from it by the inverse function.
            let origin = try argument.origin(
                undoing: {
                    (tangent, work) throws(NumberError) in
                    try tangent.inverseTangent(in: unit, &work)
                }, &work)
            guard let origin else { throw .undefined }
            return origin
        }
        return try .result(
            isCotangent ? try -.one / tangent : tangent, of: argument, &work)
    }

    // The exact values between −45° and 45°. Sine and cosine are doubled to be whole numbers.

    private static func exactSine(_ degrees: Rational) -> Int? {
        if degrees.isZero { return 0 }
        guard degrees.magnitude == Rational(30) else { return nil }
        return degrees.isNegative ? -1 : 1
    }

    private static func exactCosine(_ degrees: Rational) -> Int? {
        degrees.isZero ? 2 : nil
    }

    private static func exactTangent(_ degrees: Rational) -> Int? {
        if degrees.isZero { return 0 }
        guard degrees.magnitude == Rational(45) else { return nil }
        return degrees.isNegative ? -1 : 1
    }
}

extension Approximation {
    /// The midpoint as a fraction. The exponent must be moderate.
    fileprivate func exactMidpoint(_ work: inout Work) throws(NumberError) -> Rational {
        if exponent >= 0 { return Rational(digits * .powerOfTen(exponent)) }
        return try Rational(digits, over: .powerOfTen(-exponent), &work)
    }
}
