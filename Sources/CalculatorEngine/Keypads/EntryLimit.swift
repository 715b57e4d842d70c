/// How much a keypad lets one type into a number.
public enum EntryLimit: Equatable, Sendable {
    case digits(Int)
    /// Digits and point together; the point is taken while there are fewer characters than
    /// `pointBelow`.
    case characters(Int, pointBelow: Int)
}
