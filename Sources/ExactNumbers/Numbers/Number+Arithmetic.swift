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
            return try combined(with: other, &work) { $0 + $1 }
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
                (a, b) throws(NumberError) in try (a * b).requiringNonzero()
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
                (a, b) throws(NumberError) in try (a / b).requiringNonzero()
            }
        }
    }

    /// One hundredth of the number.
    public func percent(_ work: inout Work) throws(NumberError) -> Number {
        try divided(by: Number(100), &work)
    }

    /// −1, 0 or 1 if the number is smaller than, equal to or larger than the other.
    public func compared(to other: Number, _ work: inout Work) throws(NumberError) -> Int {
        switch (self, other) {
        case (.exact(.rational(let a)), .exact(.rational(let b))),
            (.exact(.multipleOfPi(let a)), .exact(.multipleOfPi(let b))):
            return try a.compared(to: b, &work)
        case (.exact(.rational(let a)), .exact(.multipleOfPi(let b))):
            return try Approximation(a, plusPiTimes: -b, &work).sign
        case (.exact(.multipleOfPi(let a)), .exact(.rational(let b))):
            return try Approximation(-b, plusPiTimes: a, &work).sign
        case (.approximation, _), (_, .approximation):
            return try (interval(&work) - other.interval(&work)).sign
        }
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

extension Approximation {
    /// −1 or 1, or 0 if the interval contains zero.
    fileprivate var sign: Int { containsZero ? 0 : isNegative ? -1 : 1 }
}
