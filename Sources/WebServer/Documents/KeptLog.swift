import CalculatorEngine
import RoomStore
public import SharedRoom

/// A part of a room's log, and what came of its events.
public struct KeptLog: Equatable, Sendable {
    /// The room in its binary form before the first of `events`; nil when they begin with number 1.
    public let snapshot: [UInt8]?
    /// The room before the first event that was asked for, if there is one.
    public let before: Room?
    /// The number of the event before the first one, 0 if that is the first of all.
    public let beginning: Int64
    public let events: [Event]
    /// Why some of them were void, by their numbers.
    public let voidReasons: [Int64: VoidReason]

    /// Of nothing.
    init() {
        snapshot = nil
        before = nil
        beginning = 0
        events = []
        voidReasons = [:]
    }

    /// - Parameter first: The number of the first event that was asked for.
    ///
    /// Nil when it makes no sense, which only a damaged one does.
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
