public import SharedRoom

/// Totals of one edge since it started, or of several edges. Applied events and deliveries are plain integers
/// because every key press increases them.
public struct EdgeCounts: Sendable {
    /// Each event is counted only at the edge that sent it to the store.
    public internal(set) var eventsApplied = 0
    public internal(set) var eventsVoid = CountByKind<VoidReason>()
    public internal(set) var refusals = CountByKind<RefusalReason>()
    public internal(set) var closings = CountByKind<CloseReason>()
    public internal(set) var welcomes = CountByKind<WelcomeKind>()
    /// Events sent to sessions: an event counts once for each session.
    public internal(set) var deliveries = 0

    mutating func count(_ verdict: Verdict) {
        switch verdict {
        case .applied: eventsApplied += 1
        case .void(let reason): eventsVoid.add(reason)
        }
    }

    public static func += (sum: inout EdgeCounts, other: EdgeCounts) {
        sum.eventsApplied += other.eventsApplied
        sum.eventsVoid += other.eventsVoid
        sum.refusals += other.refusals
        sum.closings += other.closings
        sum.welcomes += other.welcomes
        sum.deliveries += other.deliveries
    }
}

/// The content of a welcome, and the reason for it.
public enum WelcomeKind: String, CaseIterable, Sendable {
    /// A snapshot for a client that had no copy of the room.
    case new
    /// The missed events for a client that reconnected.
    case events
    /// A snapshot for a client that reconnected and whose missed events are not available.
    case snapshot
    /// A snapshot for a client whose state hash differed.
    case repair
    /// A snapshot for a session whose cursor has left the ring.
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
