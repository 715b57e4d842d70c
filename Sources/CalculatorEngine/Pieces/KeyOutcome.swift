/// What came of a key beside the new state.
public struct KeyOutcome: Equatable, Sendable {
    /// What to tell whoever pressed it.
    public internal(set) var notice: Notice?
    /// The calculation that the key finished, for the tape.
    public internal(set) var calculation: Calculation?

    static let nothing = KeyOutcome()

    init(_ notice: Notice? = nil, _ calculation: Calculation? = nil) {
        self.notice = notice
        self.calculation = calculation
    }
}
