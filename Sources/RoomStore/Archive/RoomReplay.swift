public import SharedRoom

/// What came of playing a room's life again.
public struct RoomReplay: Equatable, Sendable {
    /// The number of the first event that is kept.
    public var first: Int64
    /// How many of them there are.
    public var events: Int64 = 0
    /// Stored snapshots that were found to be what the events before them make.
    public var snapshots = 0
    /// Of the room in the end.
    public var hash: UInt64 = 0
    /// Whether it was set aside, or a server is just applying its events, or ended while it did.
    public var isSetAside: Bool
}

extension RoomArchive {
    /// Plays the life of a room from its oldest event on, and compares what comes of it with
    /// everything that the file has: snapshots, lines of the tape, the checksums of all rows. Whatever
    /// does not agree is thrown as damage. Nil when there is no such room.
    ///
    /// - Parameter apply: Applies an event to the room, and does with both what it likes.
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
            try player.meet(row.snapshot)
            try player.compareTape(with: connection.tape(of: row.id))
            let journal = try connection.journalRows(of: row.id)
            let events = try connection.journal(journal, of: row.id, after: row.sequence)
            try player.play(events, apply)
            player.replay.hash = player.room.hash
            if try connection.isOnTrial(row.id) { player.replay.isSetAside = true }
            return player.replay
        }
    }
}

/// A room whose life is played again.
private struct Player {
    var room = Room()
    var replay: RoomReplay
    /// Lines that the room's own tape has dropped since the first event.
    private var tape: [TapeEntry] = []
    private let oldest: Int64

    init(_ row: RoomRow) {
        oldest = row.oldest
        replay = RoomReplay(first: row.oldest, isSetAside: row.isSetAside)
    }

    /// Takes the room before the oldest event; later ones must be what came of the events.
    mutating func begin(with snapshot: [UInt8]?, at start: Int64) throws(SQLiteFailure) {
        guard start == oldest else { return try meet(snapshot) }
        guard let room = Room(snapshot: snapshot), room.sequence == start - 1 else {
            throw .damaged("the snapshot before event \(start) is none")
        }
        self.room = room
    }

    mutating func meet(_ snapshot: [UInt8]?) throws(SQLiteFailure) {
        guard let snapshot else {
            guard room.sequence == 0 else {
                throw .damaged("there is no snapshot after event \(room.sequence)")
            }
            return
        }
        guard snapshot == room.snapshot else {
            throw .damaged("the snapshot after event \(room.sequence) is not what the events make")
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

    /// What is older than the oldest event may be there or not.
    func compareTape(with kept: [TapeEntry]) throws(SQLiteFailure) {
        let expected = tape.filter { $0.sequence >= oldest }
        let found = kept.filter { $0.sequence >= oldest }
        guard expected.count == found.count else {
            throw .damaged(
                "the tape has \(found.count) old lines in the place of \(expected.count)")
        }
        for (one, other) in zip(expected, found) where one != other {
            throw .damaged("the line of the tape that event \(other.sequence) wrote is another one")
        }
    }
}

extension SQLiteConnection {
    /// The oldest event of a room's history, and then those before which it has a snapshot.
    fileprivate func milestones(of room: RoomRow) throws(SQLiteFailure) -> [Int64] {
        var starts = [room.oldest]
        try each(
            """
            SELECT first FROM history WHERE room = ? AND first > ? AND snapshot IS NOT NULL
            ORDER BY first
            """, .number(room.id), .number(room.oldest)
        ) { row in
            starts.append(row.number(0))
            return true
        }
        return starts
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

    fileprivate func isOnTrial(_ room: Int64) throws(SQLiteFailure) -> Bool {
        try number("SELECT room FROM trials WHERE room = ?", .number(room)) != nil
    }
}
