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
    package func read(_ name: RoomName) throws(StoreError) {
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
    ) throws(StoreError) -> RoomReplay? {
        guard let facts = try facts(of: name) else { return nil }
        guard facts.rules == Room.rules else {
            throw .otherRules(path: place, rules: facts.rules, known: Room.rules)
        }
        let stored = try reading { () throws(LogReadFailure) in
            try StoredRoom.read(name, in: reader)
        }
        guard let stored else { return nil }
        let start = stored.states[0]
        guard let room = Room(snapshot: start.snapshot), room.sequence == start.sequence else {
            throw damaged("the snapshot before event \(start.sequence + 1) is invalid")
        }
        let replay = RoomReplay(first: start.sequence + 1, isSetAside: facts.isOnTrial)
        return try play(stored, from: room, replay, apply)
    }

    /// Plays all events after the oldest state.
    private func play(
        _ stored: StoredRoom, from start: Room, _ begun: RoomReplay,
        _ apply: (Event, inout Room) -> Void
    ) throws(StoreError) -> RoomReplay {
        var (room, replay, tape) = (start, begun, [TapeEntry]())
        while true {
            let sequence = room.sequence
            let events = try reading { () throws(LogReadFailure) in
                try stored.events(after: sequence, in: reader)
            }
            guard !events.isEmpty else { break }
            for event in events {
                let before = room.tape
                apply(event, &room)
                guard room.sequence == event.sequence else {
                    throw damaged("event \(event.sequence) does not follow the one before it")
                }
                room.addDroppedLines(to: &tape, since: before)
            }
            replay.events += Int64(events.count)
            if let state = stored.states.first(where: { $0.sequence == room.sequence }) {
                guard state.snapshot == room.snapshot else {
                    throw damaged(
                        "the snapshot after event \(room.sequence) differs from the replay")
                }
                replay.snapshots += 1
                if room.sequence == stored.compacted {
                    try compare(tape, with: stored.tape, from: replay.first)
                }
            }
        }
        replay.hash = room.hash
        return replay
    }

    private func damaged(_ what: String) -> StoreError { .damaged(path: place, what: what) }

    /// Compares the dropped lines. Those before the first event may be missing, and those beyond the limit.
    private func compare(
        _ lines: [TapeEntry], with stored: [TapeEntry], from first: Int64
    ) throws(StoreError) {
        let found = stored.filter { $0.sequence >= first }
        let expected = lines.filter { $0.sequence >= first }.suffix(tapeLinesMax)
        guard expected.count == found.count else {
            throw damaged(
                "\(found.count) dropped tape lines are stored instead of \(expected.count)")
        }
        for (one, other) in zip(expected, found) where one != other {
            throw damaged("the tape line of event \(other.sequence) differs from the replay")
        }
    }
}
