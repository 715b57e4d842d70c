import ExactNumbers
public import SharedRoom

/// Makes the snapshot after some events from the one before them, which is nil before a room's first
/// event. The events follow the snapshot without a gap; there may be none when a snapshot of older
/// rules is to become one of these. Nil when the snapshot is none.
public typealias SnapshotFold =
    @Sendable (_ snapshot: [UInt8]?, _ events: [Event]) -> FoldedRoom?

/// What some events of a room come to.
public struct FoldedRoom: Equatable, Sendable {
    /// The room after them, in its binary form.
    public var snapshot: [UInt8]
    /// What the room's tape dropped meanwhile.
    public var tape: [TapeEntry]
    /// Whether the tape was cleared meanwhile: what was dropped before goes too.
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
    /// How rooms are folded: a room is what its events make of it.
    @Sendable
    public static func fold(_ snapshot: [UInt8]?, _ events: [Event]) -> FoldedRoom? {
        guard var room = Room(snapshot: snapshot) else { return nil }
        var folded = FoldedRoom(snapshot: [])
        for event in events {
            let tape = room.tape
            folded.steps += room.apply(event).steps
            if room.tape.keptStart != tape.keptStart { folded.clearsTape = true }
            room.addDroppedLines(to: &folded.tape, since: tape)
        }
        folded.snapshot = room.snapshot
        return folded
    }

    /// Without a snapshot the room is one that has not begun. Nil for what is of no rules known here.
    public init?(snapshot: [UInt8]?) {
        self.init()
        guard let snapshot else { return }
        // A later version of the rules converts snapshots of this version here.
        guard let room = try? Room(decoding: snapshot) else { return nil }
        self = room
    }
}
