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
    /// Reads everything that is stored of a room. Throws `damaged` if a checksum is wrong, or if something is missing.
    func read(_ name: RoomName) throws(RoomFileError) {
        try reading { () throws(LogReadFailure) in
            guard let stored = try StoredRoom.read(name, in: reader) else { return }
            var sequence = stored.states[0].sequence
            while let last = try stored.events(after: sequence, in: reader).last {
                sequence = last.sequence
            }
        }
    }

    /// Applies all stored events of a room, and compares the result with the stored snapshots and tape lines. Throws
    /// `damaged` if they differ, or if a checksum is wrong. Returns nil if the room does not exist.
    ///
    /// - Parameter apply: Applies an event to the room.
    public func replay(
        _ name: RoomName, apply: (Event, inout Room) -> Void
    ) throws(RoomFileError) -> RoomReplay? {
        guard let facts = try facts(of: name) else { return nil }
        guard facts.rules == Room.rules else {
            throw .otherRules(path: place, rules: facts.rules, known: Room.rules)
        }
        let stored = try reading { () throws(LogReadFailure) in
            try StoredRoom.read(name, in: reader)
        }
        guard let stored else { return nil }
        var player = try Player(stored, facts, self)
        while true {
            let sequence = player.room.sequence
            let events = try reading { () throws(LogReadFailure) in
                try stored.events(after: sequence, in: reader)
            }
            guard !events.isEmpty else { break }
            try player.play(events, apply)
            if let state = stored.states.first(where: { $0.sequence == player.room.sequence }) {
                try player.compare(with: state.snapshot)
            }
        }
        player.replay.hash = player.room.hash
        return player.replay
    }
}

/// A room during a replay.
private struct Player {
    var room = Room()
    var replay: RoomReplay
    /// The lines that the room's tape has dropped since the first event.
    private var tape: [TapeEntry] = []
    private let stored: StoredRoom
    private let place: String
    private let tapeLinesMax: Int

    /// Begins with the state before the oldest event.
    init(
        _ stored: StoredRoom, _ facts: RoomFacts, _ archive: some RoomArchive
    ) throws(RoomFileError) {
        (self.stored, place, tapeLinesMax) = (stored, archive.place, archive.tapeLinesMax)
        let start = stored.states[0]
        replay = RoomReplay(first: start.sequence + 1, isSetAside: facts.isOnTrial)
        guard let room = Room(snapshot: start.snapshot), room.sequence == start.sequence else {
            throw damaged("the snapshot before event \(start.sequence + 1) is invalid")
        }
        self.room = room
    }

    private func damaged(_ what: String) -> RoomFileError { .damaged(path: place, what: what) }

    /// Compares the room with a stored state, and its tape with the stored lines after the last one.
    mutating func compare(with snapshot: [UInt8]?) throws(RoomFileError) {
        guard snapshot == room.snapshot else {
            throw damaged("the snapshot after event \(room.sequence) differs from the replay")
        }
        replay.snapshots += 1
        if room.sequence == stored.compacted { try compareTape() }
    }

    mutating func play(
        _ events: [Event], _ apply: (Event, inout Room) -> Void
    ) throws(RoomFileError) {
        for event in events {
            let before = room.tape
            apply(event, &room)
            guard room.sequence == event.sequence else {
                throw damaged("event \(event.sequence) does not follow the one before it")
            }
            replay.events += 1
            room.addDroppedLines(to: &tape, since: before)
        }
    }

    /// Compares the dropped lines. Those before the oldest event may be missing, and those beyond the limit.
    private func compareTape() throws(RoomFileError) {
        let found = stored.tape.filter { $0.sequence >= replay.first }
        let expected = tape.filter { $0.sequence >= replay.first }.suffix(tapeLinesMax)
        guard expected.count == found.count else {
            throw damaged(
                "\(found.count) dropped tape lines are stored instead of \(expected.count)")
        }
        for (one, other) in zip(expected, found) where one != other {
            throw damaged("the tape line of event \(other.sequence) differs from the replay")
        }
    }
}
