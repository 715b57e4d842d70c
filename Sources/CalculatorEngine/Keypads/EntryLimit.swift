/// The limit for a number being typed.
public enum EntryLimit: Equatable, Sendable {
    case digits(Int)
    /// The digits and the point together. The point is accepted while there are fewer characters than
    /// `pointBelow`.
    case characters(Int, pointBelow: Int)
}
