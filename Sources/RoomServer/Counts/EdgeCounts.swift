public import SharedRoom

/// What has happened at an edge since it began, or at some together. What lies on the way of a key is a
/// number by itself.
public struct EdgeCounts: Sendable {
    /// Events are counted where they came from, and not at all the edges that are told of them.
    public internal(set) var eventsTaken = 0
    public internal(set) var eventsVoid = Tally<VoidReason>()
    public internal(set) var refusals = Tally<RefusalReason>()
    public internal(set) var closings = Tally<CloseReason>()
    public internal(set) var welcomes = Tally<WelcomeKind>()
    /// Events that were sent, once for each session.
    public internal(set) var deliveries = 0

    mutating func note(_ verdict: Verdict) {
        switch verdict {
        case .applied: eventsTaken += 1
        case .void(let reason): eventsVoid.add(reason)
        }
    }

    public static func += (sum: inout EdgeCounts, other: EdgeCounts) {
        sum.eventsTaken += other.eventsTaken
        sum.eventsVoid += other.eventsVoid
        sum.refusals += other.refusals
        sum.closings += other.closings
        sum.welcomes += other.welcomes
        sum.deliveries += other.deliveries
    }
}

/// What a session was sent, and why.
public enum WelcomeKind: String, CaseIterable, Sendable {
    /// The room, to somebody who had nothing of it.
    case new
    /// What was missed, to somebody who came back.
    case events
    /// The room, to somebody who came back and could not be told what was missed.
    case snapshot
    /// The room, since the session's copy was wrong.
    case repair
    /// The room, since the session was further behind than the ring reaches.
    case behind

    init(_ member: Member, since: Bool, isResumed: Bool) {
        self =
            switch member.cursor {
            case .at: .behind
            case .unwelcomed where isResumed: .events
            case .unwelcomed where since: .snapshot
            case .unwelcomed: member.repair == .none ? .new : .repair
            }
    }
}
