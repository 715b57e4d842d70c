public import SharedRoom

/// A room as its log tells it: what is kept of the log, and what it makes.
public struct KeptRoom: Equatable, Sendable {
    public let epoch: UInt64
    /// The room in its binary form before the first of `events`; nil when they begin with number 1.
    public let snapshot: [UInt8]?
    public let events: [Event]
    /// Why some of them were void, by their numbers.
    public let voidReasons: [Int64: VoidReason]
    /// The room after the last of them.
    public let room: Room

    /// Nil when the log makes no sense, which only a damaged one does.
    public init?(_ opened: OpenedRoom) {
        guard var room = Self.beginning(opened.snapshot) else { return nil }
        var voidReasons: [Int64: VoidReason] = [:]
        for event in opened.events {
            guard event.sequence == room.sequence + 1 else { return nil }
            if case .void(let reason) = room.apply(event).verdict {
                voidReasons[event.sequence] = reason
            }
        }
        self.voidReasons = voidReasons
        epoch = opened.epoch
        snapshot = opened.snapshot
        events = opened.events
        self.room = room
    }

    /// The number of the event before the first one, 0 if that is the first of all.
    var beginning: Int64 { room.sequence - Int64(events.count) }

    private static func beginning(_ snapshot: [UInt8]?) -> Room? {
        guard let snapshot else { return Room() }
        return try? Room(form: snapshot)
    }
}
