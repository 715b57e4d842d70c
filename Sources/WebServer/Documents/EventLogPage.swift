import CalculatorEngine
import RoomStore
public import SharedRoom

/// A page of a room's event log, with the verdicts of its events.
public struct EventLogPage: Equatable, Sendable {
    /// The room in its binary form before the first of `events`; nil if that is event 1.
    public let snapshot: [UInt8]?
    /// The room before the first requested event; nil before event 1.
    public let before: Room?
    /// The sequence number before the first of `events`; 0 if that is event 1.
    public let beginning: Int64
    public let events: [Event]
    /// The reasons of the void events, by sequence number.
    public let voidReasons: [Int64: VoidReason]

    /// Creates an empty page.
    init() {
        snapshot = nil
        before = nil
        beginning = 0
        events = []
        voidReasons = [:]
    }

    /// Applies the events to find their verdicts. Nil if the stored event log is damaged.
    ///
    /// - Parameter first: The sequence number of the first requested event.
    public init?(_ part: LogPart, from first: Int64 = 1) {
        guard var room = Room(snapshot: part.snapshot) else { return nil }
        beginning = room.sequence
        var before = room.sequence > 0 ? room : nil
        var voidReasons: [Int64: VoidReason] = [:]
        for event in part.events {
            guard event.sequence == room.sequence + 1 else { return nil }
            if event.sequence == first, first > 1 { before = room }
            if case .void(let reason) = room.apply(event).verdict {
                voidReasons[event.sequence] = reason
            }
        }
        self.voidReasons = voidReasons
        if first > room.sequence { before = first == room.sequence + 1 ? room : nil }
        self.before = before
        snapshot = part.snapshot
        events = part.events
    }
}
