/// How results become numbers: what is too large to be kept exactly is rounded, what lies within
/// its own error of an exact number is that number, what leaves the range is an overflow.
extension Number {
    /// Magnitudes reach from 10^−9999 to 10^9999.
    public static let exponentMax = 9999

    /// An exact result, kept so while it is small enough.
    static func result(_ exact: ExactNumber, _ work: inout Work) throws(NumberError) -> Number {
        if exact.isWithinLimit { return .exact(exact) }
        return try inexact(try exact.approximation(&work), from: nil)
    }

    /// What a function makes of its argument where it has no exact form.
    static func result(
        _ interval: Approximation, of argument: Number, _ work: inout Work
    ) throws(NumberError) -> Number {
        switch argument {
        case .exact(let value): try inexact(interval, from: value)
        case .approximation(_, let origin): try settled(interval, origin: origin, &work)
        }
    }

    /// A result of exact numbers: it is not exact, or it would have been found to be.
    static func inexact(
        _ interval: Approximation, from origin: ExactNumber?
    ) throws(NumberError) -> Number {
        if interval.containsZero { return .zero }
        let place = interval.leadingPlace
        let isLargest =
            place == exponentMax
            && interval.digits.magnitude == .powerOfTen(max(0, place - interval.exponent))
        guard place >= -exponentMax, place < exponentMax || isLargest else { throw .overflow }
        return .approximation(interval, from: origin)
    }

    /// A result of approximations: the exact number that it may be, or else an approximation.
    static func settled(
        _ interval: Approximation, origin: ExactNumber? = nil, _ work: inout Work
    ) throws(NumberError) -> Number {
        if let origin, (interval - (try origin.approximation(&work))).containsZero {
            return .exact(origin)
        }
        if let whole = interval.wholeNumber { return Number(Rational(whole)) }
        return try inexact(interval, from: nil)
    }
}

extension Number {
    /// The exact number from which a function made this one, if the function gives this one again:
    /// for places where the inverse is too steep to tell by its own result.
    func origin(
        undoing function: (Number, inout Work) throws(NumberError) -> Number, _ work: inout Work
    ) throws(NumberError) -> Number? {
        guard case .approximation(let interval, let origin?) = self else { return nil }
        let again = try function(.exact(origin), &work).interval(&work)
        return (again - interval).containsZero ? .exact(origin) : nil
    }
}

extension Approximation {
    /// The whole number that the interval contains, when it contains hardly anything else.
    fileprivate var wholeNumber: Integer? {
        guard isNarrow, exponent < 0, leadingPlace >= -1 else { return nil }
        let unit = Natural.powerOfTen(-exponent)
        let nearest = digits.roundedQuotient(dividingBy: unit)
        let distance = (digits - nearest * unit).magnitude
        return distance > Natural(radius) ? nil : nearest
    }
}
