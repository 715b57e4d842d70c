/// The reason why an operation has no result.
public enum NumberError: Error, Equatable, Sendable {
    /// 1 ÷ 0, or 0 to a negative power.
    case divisionByZero
    /// 0 ÷ 0, tan 90°, or an approximation that is too wide to decide the result.
    case undefined
    /// An argument outside the domain of the function: √ of −1, ln 0, 2.5!.
    case invalidInput
    /// A magnitude above 10⁹⁹⁹⁹ or below 10⁻⁹⁹⁹⁹.
    case overflow
    /// The operation would exceed its limit of steps.
    case tooMuchWork
}
