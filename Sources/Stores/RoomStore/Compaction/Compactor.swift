import ExactNumbers
public import SharedRoom

/// Applies events to a snapshot, which is nil before the first event. Returns nil if the snapshot is invalid.
public typealias Compactor =
    @Sendable (_ snapshot: [UInt8]?, _ events: [Event]) -> CompactedRoom?

/// The result of applying events to a room.
public struct CompactedRoom: Equatable, Sendable {
    public var snapshot: [UInt8]
    /// The lines that the tape dropped during these events.
    public var tape: [TapeEntry]
    /// True if the events cleared the tape, and all lines dropped before.
    public var clearsTape: Bool
    /// The computation steps of the events.
    public var steps = 0

    public init(snapshot: [UInt8], tape: [TapeEntry] = [], clearsTape: Bool = false) {
        self.snapshot = snapshot
        self.tape = tape
        self.clearsTape = clearsTape
    }
}

extension Room {
    @Sendable
    public static func compact(_ snapshot: [UInt8]?, _ events: [Event]) -> CompactedRoom? {
        guard var room = Room(snapshot: snapshot) else { return nil }
        var compacted = CompactedRoom(snapshot: [])
        for event in events {
            let tape = room.tape
            compacted.steps += room.apply(event).steps
            if room.tape.keptStart != tape.keptStart { compacted.clearsTape = true }
            room.addDroppedLines(to: &compacted.tape, since: tape)
        }
        compacted.snapshot = room.snapshot
        return compacted
    }

    /// Decodes a snapshot; without one, the room has no events. Nil if the snapshot is invalid or of other rules.
    public init?(snapshot: [UInt8]?) {
        self.init()
        guard let snapshot else { return }
        guard let room = try? Room(decoding: snapshot) else { return nil }
        self = room
    }
}
