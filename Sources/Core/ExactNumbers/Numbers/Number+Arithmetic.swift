/// + − × ÷, percent and comparison. The result of exact numbers is exact if it has an exact form.
extension Number {
    public static prefix func - (number: Number) -> Number {
        switch number {
        case .exact(.rational(let value)): .exact(.rational(-value))
        case .exact(.multipleOfPi(let value)): .exact(.multipleOfPi(-value))
        case .approximation(let value, let origin): .approximation(-value, from: origin)
        }
    }

    public var magnitude: Number { isNegative ? -self : self }

    public func plus(_ other: Number, _ work: inout Work) throws(NumberError) -> Number {
        switch (self, other) {
        case (.exact(.rational(let a)), .exact(.rational(let b))):
            return try .result(.rational(try a.plus(b, &work)), &work)
        case (.exact(.multipleOfPi(let a)), .exact(.multipleOfPi(let b))):
            return try .result(ExactNumber(piTimes: try a.plus(b, &work)), &work)
        case (.exact(.rational(let a)), .exact(.multipleOfPi(let b))),
            (.exact(.multipleOfPi(let b)), .exact(.rational(let a))):
            if a.isZero { return .exact(.multipleOfPi(b)) }
            let sum = try Approximation(a, plusPiTimes: b, &work)
            return try .inexact(sum, from: nil)
        case (.approximation, _), (_, .approximation):
            if isZero { return other }
            if other.isZero { return self }
            let (a, b) = (try interval(&work), try other.interval(&work))
            return try .snapped(a + b, scale: max(a.leadingPlace, b.leadingPlace), &work)
        }
    }

    public func minus(_ other: Number, _ work: inout Work) throws(NumberError) -> Number {
        try plus(-other, &work)
    }

    public func times(_ other: Number, _ work: inout Work) throws(NumberError) -> Number {
        switch (self, other) {
        case (.exact(.rational(let a)), .exact(.rational(let b))):
            return try .result(.rational(try a.times(b, &work)), &work)
        case (.exact(.rational(let a)), .exact(.multipleOfPi(let b))),
            (.exact(.multipleOfPi(let a)), .exact(.rational(let b))):
            return try .result(ExactNumber(piTimes: try a.times(b, &work)), &work)
        case (.exact(.multipleOfPi), .exact(.multipleOfPi)), (.approximation, _),
            (_, .approximation):
            if isZero || other.isZero { return .zero }
            return try combined(with: other, &work) {
                (a, b) throws(NumberError) in try (a * b).requiringDigit()
            }
        }
    }

    public func divided(by other: Number, _ work: inout Work) throws(NumberError) -> Number {
        if other.isZero { throw isZero ? .undefined : .divisionByZero }
        switch (self, other) {
        case (.exact(.rational(let a)), .exact(.rational(let b))),
            (.exact(.multipleOfPi(let a)), .exact(.multipleOfPi(let b))):
            return try .result(.rational(try a.divided(by: b, &work)), &work)
        case (.exact(.multipleOfPi(let a)), .exact(.rational(let b))):
            return try .result(.multipleOfPi(try a.divided(by: b, &work)), &work)
        case (.exact(.rational), .exact(.multipleOfPi)), (.approximation, _), (_, .approximation):
            if isZero { return .zero }
            return try combined(with: other, &work) {
                (a, b) throws(NumberError) in try (a / b).requiringDigit()
            }
        }
    }

    /// One hundredth of the number.
    public func percent(_ work: inout Work) throws(NumberError) -> Number {
        try divided(by: Number(100), &work)
    }

    /// −1, 0 or 1 if the number is smaller than, equal to or larger than the other.
    public func compared(to other: Number, _ work: inout Work) throws(NumberError) -> Int {
        if isNegative != other.isNegative { return isNegative ? -1 : 1 }
        let difference = try minus(other, &work)
        return difference.isZero ? 0 : difference.isNegative ? -1 : 1
    }

    private func combined(
        with other: Number, _ work: inout Work,
        _ operation: (Approximation, Approximation) throws(NumberError) -> Approximation
    ) throws(NumberError) -> Number {
        let interval = try operation(try interval(&work), try other.interval(&work))
        switch (self, other) {
        case (.exact, .exact): return try .inexact(interval, from: nil)
        case (.approximation, _), (_, .approximation): return try .snapped(interval, &work)
        }
    }
}
