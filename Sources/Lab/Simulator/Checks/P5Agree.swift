import SharedRoom

/// P5: all replicas at one sequence number have the same state hash. A replica that differs detects
/// it and repairs itself.
extension PromiseChecker {
    /// Checks that a client's confirmed room follows from the stored events.
    func checkReplica(_ room: Room, of client: ClientHost, _ record: RoomRecord) {
        guard let entry = record[room.sequence] else { return }
        if entry.hash == room.hash {
            client.isDamaged = false
        } else if !client.isDamaged {
            fail(
                .agree, in: record.name,
                "\(client) has a different room after event \(room.sequence)")
        }
    }

    /// Checks a hash from an edge against the stored events.
    func checkHash(_ hash: UInt64, at sequence: Int64, _ record: RoomRecord) {
        guard let entry = record[sequence], entry.hash != hash else { return }
        fail(.agree, in: record.name, "an edge sent a wrong hash for event \(sequence)")
    }

    func checkSnapshot(_ snapshot: [UInt8], at sequence: Int64, _ record: RoomRecord) {
        guard let room = try? Room(decoding: snapshot) else {
            return fail(.agree, in: record.name, "a snapshot of event \(sequence) is not a room")
        }
        checkHash(room.hash, at: sequence, record)
    }

    /// Checks that a client sees everyone who is present, and that a damaged client has repaired itself.
    func checkPresence(_ client: ClientHost) {
        guard client.isJoined, !client.followsByViews else { return }
        let name = client.roomName
        if client.isDamaged {
            fail(.agree, in: name, "\(client) never detected its damage")
        }
        let neighbours = world.clients.filter { $0.room == client.room }
        let present = Set(neighbours.compactMap(\.presentNumber))
        let view = client.replica.view
        let areAllNamed = present.count <= world.edges[client.edge].limits[.peopleListedMax]
        if areAllNamed ? Set(view.present) != present : !present.isSuperset(of: view.present) {
            fail(
                .agree, in: name,
                "\(client) sees \(view.present.sorted()), not \(present.sorted())")
        }
        if view.presentCount != present.count {
            fail(.agree, in: name, "\(client) counts \(view.presentCount), not \(present.count)")
        }
    }
}
