public import SharedRoom

/// The result of replaying a stored room.
public struct RoomReplay: Equatable, Sendable {
    /// The sequence number of the first stored event.
    public var first: Int64
    /// The number of replayed events.
    public var events: Int64 = 0
    /// The number of snapshots that were compared with the replayed state.
    public var snapshots = 0
    /// The state hash after the last event.
    public var hash: UInt64 = 0
    /// True if the room is set aside or on trial.
    public var isSetAside: Bool
}

extension RoomArchive {
    /// Applies all stored events of a room, and compares the result with the stored snapshots and tape lines. Throws
    /// `damaged` if they differ, or if a checksum is wrong. Returns nil if there is no such room.
    ///
    /// - Parameter apply: Applies an event to the room.
    public func replay(
        _ name: RoomName, apply: (Event, inout Room) -> Void
    ) throws(RoomFileError) -> RoomReplay? {
        let row = try reading { () throws(SQLiteFailure) in try connection.room(named: name) }
        guard let row else { return nil }
        guard row.rules == Room.rules else {
            throw .otherRules(path: path, rules: row.rules, known: Room.rules)
        }
        return try reading { () throws(SQLiteFailure) in
            var player = Player(row)
            let starts = try connection.milestones(of: row)
            for (start, next) in zip(starts, starts.dropFirst() + [row.sequence + 1]) {
                let stored = try connection.start(for: start, of: row)
                try player.begin(with: stored.snapshot, at: start)
                while player.room.sequence < next - 1 {
                    let events = try connection.events(
                        after: player.room.sequence, of: row, JournalRows())
                    guard let events, !events.isEmpty else {
                        throw .damaged("a gap in the history")
                    }
                    try player.play(events.filter { $0.sequence < next }, apply)
                }
            }
            try player.compare(with: row.snapshot)
            try player.compareTape(with: connection.tape(of: row.id))
            let journal = try connection.journalRows(of: row.id)
            let events = try connection.journal(journal, of: row.id, after: row.sequence)
            try player.play(events, apply)
            player.replay.hash = player.room.hash
            return player.replay
        }
    }
}

/// A room during a replay.
private struct Player {
    var room = Room()
    var replay: RoomReplay
    /// The lines that the room's tape has dropped since the first event.
    private var tape: [TapeEntry] = []
    private let oldest: Int64

    init(_ row: RoomRow) {
        oldest = row.oldest
        replay = RoomReplay(first: row.oldest, isSetAside: row.trials > 0)
    }

    /// Begins with the snapshot before the oldest event, and compares later ones.
    mutating func begin(with snapshot: [UInt8]?, at start: Int64) throws(SQLiteFailure) {
        guard start == oldest else { return try compare(with: snapshot) }
        guard let room = Room(snapshot: snapshot), room.sequence == start - 1 else {
            throw .damaged("the snapshot before event \(start) is invalid")
        }
        self.room = room
    }

    mutating func compare(with snapshot: [UInt8]?) throws(SQLiteFailure) {
        guard let snapshot else {
            guard room.sequence == 0 else {
                throw .damaged("there is no snapshot after event \(room.sequence)")
            }
            return
        }
        guard snapshot == room.snapshot else {
            throw .damaged("the snapshot after event \(room.sequence) differs from the replay")
        }
        replay.snapshots += 1
    }

    mutating func play(
        _ events: [Event], _ apply: (Event, inout Room) -> Void
    ) throws(SQLiteFailure) {
        for event in events {
            let before = room.tape
            apply(event, &room)
            guard room.sequence == event.sequence else {
                throw .damaged("event \(event.sequence) does not follow the one before it")
            }
            replay.events += 1
            room.addDroppedLines(to: &tape, since: before)
        }
    }

    /// Compares the dropped lines. Those before the oldest event may be missing.
    func compareTape(with kept: [TapeEntry]) throws(SQLiteFailure) {
        let expected = tape.filter { $0.sequence >= oldest }
        let found = kept.filter { $0.sequence >= oldest }
        guard expected.count == found.count else {
            throw .damaged(
                "\(found.count) dropped tape lines are stored instead of \(expected.count)")
        }
        for (one, other) in zip(expected, found) where one != other {
            throw .damaged("the tape line of event \(other.sequence) differs from the replay")
        }
    }
}

extension SQLiteConnection {
    /// The oldest event of a room's history, and the later ones with a snapshot before them.
    fileprivate func milestones(of room: RoomRow) throws(SQLiteFailure) -> [Int64] {
        [room.oldest]
            + (try all(
                """
                SELECT first FROM history WHERE room = ? AND first > ? AND snapshot IS NOT NULL
                ORDER BY first
                """, .number(room.id), .number(room.oldest)
            ) { $0.number(0) })
    }

    /// All lines that the room's tape has dropped.
    fileprivate func tape(of room: Int64) throws(SQLiteFailure) -> [TapeEntry] {
        var lines: [TapeEntry] = []
        var rest = try tapeRange(before: .max, count: .max, of: room)
        while let range = rest {
            guard let page = try tape(range, of: room) else { throw .damaged("the tape") }
            lines += page
            rest = range.dropping(page)
        }
        return lines
    }
}
