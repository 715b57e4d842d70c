/// The limits of the history of a room: the events before its snapshot, which are kept for replays and documents. Beyond
/// them, the oldest part is deleted, up to a milestone.
public struct HistoryLimits: Sendable {
    public var eventsMax: Int64
    public var bytesMax: Int64
    /// The number of events between two milestones, which are snapshots in the history.
    public var eventsPerMilestone: Int64 = 4_096
    /// The number of lines of a tape in a document, and so of dropped lines that stores in memory and in Redis keep. In a
    /// file, they are kept as long as the events.
    public static let tapeLinesMax = 10_000

    public init(eventsMax: Int64, bytesMax: Int64) {
        self.eventsMax = eventsMax
        self.bytesMax = bytesMax
    }

    /// Scales the limits to this number of events, of the average size that the limits allow now.
    public mutating func keep(events: Int64) {
        bytesMax = events * (bytesMax / eventsMax)
        eventsMax = events
        eventsPerMilestone = max(1, min(eventsPerMilestone, events / 4))
    }
}
