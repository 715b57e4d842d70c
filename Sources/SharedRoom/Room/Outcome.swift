/// What came of an event, and what it cost.
public struct Outcome: Equatable, Sendable {
    public let verdict: Verdict
    /// In the engine's own steps.
    public let steps: Int
}

public enum Verdict: Equatable, Sendable {
    case taken
    /// The event has its number and no effect.
    case void(VoidReason)
}

/// Why an event changed nothing, the same on every replica.
public enum VoidReason: UInt8, CaseIterable, Sendable {
    // What is wrong with the event itself.
    /// Its number is not the room's next.
    case sequence
    /// The room was made already, or not yet.
    case made
    case notMade
    /// The author is nobody in this room.
    case stranger
    /// The pen is not, or no longer, known.
    case pen
    /// The pen's number was decided before.
    case again
    /// A number of the pen before it never came.
    case gap

    // What the room does not allow.
    case closed
    case deleted
    /// The door is shut.
    case door
    /// No room for another: person, host, guest.
    case full
    /// The keypad is locked, and not given to the author.
    case locked
    /// Only a host may.
    case host
    /// A host may not do this to itself.
    case oneself

    // What the action means is not there.
    /// The step to undo or redo is not the last one.
    case step
    /// No participant has that number.
    case nobody
    /// No name that this event gave is held back.
    case name
    /// The tape has no such line, or the line no number.
    case line
    /// No such link to become host.
    case link
    /// The bill says no.
    case bill

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
        }
    }
}
