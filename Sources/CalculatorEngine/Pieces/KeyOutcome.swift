/// The outcome of a key press, besides the new state.
public struct KeyOutcome: Equatable, Sendable {
    /// A notice for the person who pressed the key.
    public internal(set) var notice: Notice?
    /// The calculation that the key finished, for the tape.
    public internal(set) var calculation: Calculation?

    static let nothing = KeyOutcome()

    init(_ notice: Notice? = nil, _ calculation: Calculation? = nil) {
        self.notice = notice
        self.calculation = calculation
    }
}
