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
            _ = room.apply(event)
            if room.tape.start != tape.start { folded.clearsTape = true }
            room.addDroppedLines(to: &folded.tape, since: tape)
        }
        folded.snapshot = room.snapshot
        return folded
    }

    /// Without a snapshot the room is one that has not begun. Nil for what is of no rules known here.
    public init?(snapshot: [UInt8]?) {
        self.init()
        guard let snapshot else { return }
        do throws(BinaryDecodingError) {
            self = try Room(decoding: Self.renewed(snapshot))
        } catch { return nil }
    }

    /// The number of the rules is the first byte. Rules 2 can hold names back: a form of rules 1 is
    /// one of a room that holds none. The last part of a room is its bill; with rules 3 that ends
    /// with a sign, names of items and debts that were settled: a form of before has none of each.
    /// Rules 4 append the event that last changed the read token: a form of before has none.
    private static func renewed(_ form: [UInt8]) -> [UInt8] {
        switch form.first {
        case 1, 2: [4] + form.dropFirst() + [0, 0, 0, 0]
        case 3: [4] + form.dropFirst() + [0]
        default: form
        }
    }
}
