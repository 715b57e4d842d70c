/// Why there is no result.
public enum NumberError: Error, Equatable, Sendable {
    /// 1 ÷ 0, or 0 to a negative power.
    case divisionByZero
    /// 0 ÷ 0, tan 90°, or a question that an approximation is too coarse to answer.
    case undefined
    /// An argument for which the function has no value: √ of −1, ln 0, 2.5!.
    case invalidInput
    /// A magnitude over 10⁹⁹⁹⁹ or under 10⁻⁹⁹⁹⁹.
    case overflow
    /// The operation would have gone over the limit of steps that it was given.
    case tooMuchWork
}
