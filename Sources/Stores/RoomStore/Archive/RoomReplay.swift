public import SharedRoom

/// The result of replaying a stored room.
public struct RoomReplay: Sendable {
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
    /// `damaged` if they differ, or if a checksum is wrong. Returns nil if the room does not exist.
    ///
    /// - Parameter apply: Applies an event to the room.
    public func replay(
        _ name: RoomName, apply: (Event, inout Room) -> Void
    ) throws(StoreError) -> RoomReplay? {
        guard let facts = try facts(of: name) else { return nil }
        try check(facts)
        guard let archived = try read(name) else { return nil }
        let start = archived.parts[0].start
        guard var room = Room(snapshot: start.snapshot), room.sequence == start.sequence else {
            throw damaged("the snapshot before event \(start.sequence + 1) is invalid")
        }
        var (replay, tape) = (RoomReplay(isSetAside: facts.isOnTrial), [TapeEntry]())
        for (index, part) in archived.parts.enumerated() {
            if index > 0 {
                try compare(room, with: part.start)
                replay.snapshots += 1
            }
            if index == archived.parts.count - 1 {
                try compare(tape, with: archived.tape, from: start.sequence + 1)
            }
            for event in part.events {
                let before = room.tape
                apply(event, &room)
                guard room.sequence == event.sequence else {
                    throw damaged("event \(event.sequence) does not follow the one before it")
                }
                room.addDroppedLines(to: &tape, since: before)
            }
            replay.events += Int64(part.events.count)
        }
        replay.hash = room.hash
        return replay
    }

    private func compare(_ room: Room, with state: StoredState) throws(StoreError) {
        guard state.snapshot == room.snapshot else {
            throw damaged("the snapshot after event \(state.sequence) differs from the replay")
        }
    }

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
