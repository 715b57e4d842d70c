public import SharedRoom

/// A room as its log tells it: what is kept of the log, and what it makes.
public struct KeptRoom: Equatable, Sendable {
    public let epoch: UInt64
    /// The room in its binary form before the first of `events`; nil when they begin with number 1.
    public let snapshot: [UInt8]?
    public let events: [Event]
    /// The room after the last of them.
    public let room: Room

    /// Nil when the log makes no sense, which only a damaged one does.
    public init?(_ opened: OpenedRoom) {
        guard var room = Self.beginning(opened.snapshot) else { return nil }
        for event in opened.events {
            guard event.sequence == room.sequence + 1 else { return nil }
            _ = room.apply(event)
        }
        epoch = opened.epoch
        snapshot = opened.snapshot
        events = opened.events
        self.room = room
    }

    /// The room before the first event.
    var beginning: Room { Self.beginning(snapshot) ?? Room() }

    private static func beginning(_ snapshot: [UInt8]?) -> Room? {
        guard let snapshot else { return Room() }
        return try? Room(form: snapshot)
    }
}
