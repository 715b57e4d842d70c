/// The result of applying an event, and its cost.
public struct Outcome: Equatable, Sendable {
    public let verdict: Verdict
    /// Computation steps, as the engine counts them.
    public let steps: Int
}

public enum Verdict: Equatable, Sendable {
    case applied
    /// The event keeps its sequence number and has no effect.
    case void(VoidReason)
}

/// The reason why an event has no effect; the same on every replica.
public enum VoidReason: UInt8, CaseIterable, Sendable {
    // Invalid events.
    /// The sequence number is not the room's next.
    case sequence
    /// The room exists already.
    case made
    /// The room does not exist yet.
    case notMade
    /// The author is not a participant.
    case stranger
    /// The pen is unknown or was forgotten.
    case pen
    /// The action number was decided before: a duplicate.
    case again
    /// An earlier action number of the pen is missing.
    case gap

    // Actions that the room does not allow.
    case closed
    case deleted
    /// The door is shut.
    case door
    /// A limit is reached: participants, hosts or guests.
    case full
    /// The keypad is locked, and the author does not have it.
    case locked
    /// The author is not a host.
    case host
    /// Hosts cannot do this to themselves.
    case oneself

    // Actions whose object does not exist.
    /// The step to undo or redo is not the last one.
    case step
    /// No participant has this number.
    case nobody
    /// The name that this event gave is not held back.
    case name
    /// The tape has no such line, or the line has no result.
    case line
    /// The link is not valid.
    case link
    /// The bill rejects the step.
    case bill
    /// The keys need more computation than one action may cause.
    case work
    /// There is another question, or the question is not in the right state.
    case question

    /// `locked`
    public var name: StaticString {
        switch self {
        case .sequence: "sequence"
        case .made: "made"
        case .notMade: "notMade"
        case .stranger: "stranger"
        case .pen: "pen"
        case .again: "again"
        case .gap: "gap"
        case .closed: "closed"
        case .deleted: "deleted"
        case .door: "door"
        case .full: "full"
        case .locked: "locked"
        case .host: "host"
        case .oneself: "oneself"
        case .step: "step"
        case .nobody: "nobody"
        case .name: "name"
        case .line: "line"
        case .link: "link"
        case .bill: "bill"
        case .work: "work"
        case .question: "question"
        }
    }
}
