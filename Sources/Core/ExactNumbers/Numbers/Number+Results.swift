/// How results become numbers. A result that is too large to be kept exactly is rounded; an interval
/// that contains a plausible exact number becomes that number; one without a known digit is undefined; a
/// result out of range is an overflow.
extension Number {
    /// Magnitudes reach from 10^−9999 to 10^9999.
    public static let exponentMax = 9999

    /// Keeps an exact result exact if it is small enough.
    static func result(_ exact: ExactNumber, _ work: inout Work) throws(NumberError) -> Number {
        if exact.isWithinLimit { return .exact(exact) }
        return try inexact(try exact.approximation(&work), from: nil)
    }

    /// The result of a function that has no exact value for this argument.
    static func result(
        _ interval: Approximation, of argument: Number, _ work: inout Work
    ) throws(NumberError) -> Number {
        switch argument {
        case .exact(let value): try inexact(interval, from: value)
        case .approximation(_, let origin): try snapped(interval, origin: origin, &work)
        }
    }

    /// A result of exact numbers that is known not to be exact.
    static func inexact(
        _ interval: Approximation, from origin: ExactNumber?
    ) throws(NumberError) -> Number {
        let place = try interval.requiringDigit().leadingPlace
        let isLargest =
            place == exponentMax
            && interval.digits.magnitude == .powerOfTen(max(0, place - interval.exponent))
        guard place >= -exponentMax, place < exponentMax || isLargest else { throw .overflow }
        return .approximation(interval, from: origin)
    }

    /// A result of approximations: the exact number that the interval contains, if there is one, or
    /// an approximation. `scale` is the decimal place of the terms of a sum.
    static func snapped(
        _ interval: Approximation, origin: ExactNumber? = nil, scale: Int = 0, _ work: inout Work
    ) throws(NumberError) -> Number {
        if let origin, (interval - (try origin.approximation(&work))).containsZero {
            return .exact(origin)
        }
        if try interval.isZero(scale: scale) { return .zero }
        if let whole = interval.wholeNumber { return Number(Rational(whole)) }
        return try inexact(interval, from: nil)
    }
}

extension Number {
    /// The exact argument that this number was computed from, or nil if `function` does not compute the
    /// same number from it. The inverse function uses this where it is too steep to compute the argument.
    func origin(
        undoing function: (Number, inout Work) throws(NumberError) -> Number, _ work: inout Work
    ) throws(NumberError) -> Number? {
        guard case .approximation(let interval, let origin?) = self else { return nil }
        let again = try function(.exact(origin), &work).interval(&work)
        return (again - interval).containsZero ? .exact(origin) : nil
    }
}

extension Approximation {
    /// The whole number in the interval, or nil if the interval is too wide to tell.
    fileprivate var wholeNumber: Integer? {
        guard isNarrow, exponent < 0, leadingPlace >= -1 else { return nil }
        let unit = Natural.powerOfTen(-exponent)
        let nearest = digits.roundedQuotient(dividingBy: unit)
        let distance = (digits - nearest * unit).magnitude
        return distance > Natural(radius) ? nil : nearest
    }
}
