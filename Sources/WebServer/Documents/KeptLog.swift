import CalculatorEngine
import RoomStore
public import SharedRoom

/// A part of a room's log, and what came of its events.
public struct KeptLog: Equatable, Sendable {
    /// The room in its binary form before the first of `events`; nil when they begin with number 1.
    public let snapshot: [UInt8]?
    /// The number of the event before the first one, 0 if that is the first of all.
    public let beginning: Int64
    public let events: [Event]
    /// Why some of them were void, by their numbers.
    public let voidReasons: [Int64: VoidReason]

    /// Of nothing.
    init() {
        snapshot = nil
        beginning = 0
        events = []
        voidReasons = [:]
    }

    /// Nil when it makes no sense, which only a damaged one does.
    public init?(_ part: LogPart) {
        guard var room = Room(snapshot: part.snapshot) else { return nil }
        beginning = room.sequence
        var voidReasons: [Int64: VoidReason] = [:]
        for event in part.events {
            guard event.sequence == room.sequence + 1 else { return nil }
            if case .void(let reason) = room.apply(event).verdict {
                voidReasons[event.sequence] = reason
            }
        }
        self.voidReasons = voidReasons
        snapshot = part.snapshot
        events = part.events
    }
}
