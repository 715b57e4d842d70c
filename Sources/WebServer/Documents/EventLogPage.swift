import CalculatorEngine
import RoomStore
public import SharedRoom

/// A page of a room's event log, with the verdicts of its events.
public struct EventLogPage: Equatable, Sendable {
    /// The room before the first of `events`, in its binary form; nil if that is event 1.
    public let snapshot: [UInt8]?
    /// The sequence number of the snapshot; 0 without one.
    public let snapshotSequence: Int64
    /// The room before the first requested event, or before the first stored one if older events were compacted.
    /// Nil if that is event 1, or if the request begins beyond the next event.
    public let startingRoom: Room?
    public let events: [Event]
    /// The reasons of the void events, by sequence number.
    public let voidReasons: [Int64: VoidReason]
    /// The computation steps of the events.
    let steps: Int

    /// Creates an empty page.
    init() {
        snapshot = nil
        snapshotSequence = 0
        startingRoom = nil
        events = []
        voidReasons = [:]
        steps = 0
    }

    /// Applies the events to find their verdicts. Nil if the stored event log is damaged.
    ///
    /// - Parameter first: The sequence number of the first requested event.
    public init?(_ part: LogPart, from first: Int64 = 1) {
        guard var room = Room(snapshot: part.snapshot) else { return nil }
        snapshotSequence = room.sequence
        var startingRoom = room.sequence > 0 ? room : nil
        var voidReasons: [Int64: VoidReason] = [:]
        var steps = 0
        for event in part.events {
            guard event.sequence == room.sequence + 1 else { return nil }
            if event.sequence == first, first > 1 { startingRoom = room }
            let outcome = room.apply(event)
            steps += outcome.steps
            if case .void(let reason) = outcome.verdict {
                voidReasons[event.sequence] = reason
            }
        }
        self.voidReasons = voidReasons
        self.steps = steps
        if first > room.sequence { startingRoom = first == room.sequence + 1 ? room : nil }
        self.startingRoom = startingRoom
        snapshot = part.snapshot
        events = part.events
    }
}
