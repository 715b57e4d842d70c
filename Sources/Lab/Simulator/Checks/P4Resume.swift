import RoomClient
import SharedRoom

/// P4: after any gap a client receives all missed events or a snapshot, never only a part.
extension PromiseChecker {
    /// Records the head of the room when a join arrives.
    func recordHead(_ frame: [UInt8], on connection: SimulatedConnection) {
        guard case .join = try? ClientMessage.decode(frame) else { return }
        connection.headAtJoin = current[connection.room].map { ($0.epoch, $0.head) }
    }

    /// Checks that a welcome is not older than the head at the join.
    func checkHead(_ welcome: Welcome, on connection: SimulatedConnection) {
        if let head = connection.headAtJoin, head.epoch == welcome.epoch,
            welcome.sequence < head.sequence
        {
            fail(
                .resume, in: connection.room,
                "a join at event \(head.sequence) receives the state at event \(welcome.sequence)")
        }
        connection.headAtJoin = nil
    }

    /// Checks that the events in a welcome continue from the client's state.
    func checkResume(_ welcome: Welcome, at client: ClientHost) {
        switch welcome.contents {
        case .snapshot: world.counts.add(.resumesBySnapshot)
        case .events(let events):
            world.counts.add(events.isEmpty ? .resumesWithoutEvents : .resumesByEvents)
            let since = client.replica.confirmed?.sequence ?? 0
            guard !client.followsByViews, welcome.sequence - Int64(events.count) != since,
                let record = records[welcome.epoch]
            else { return }
            fail(
                .resume, in: record.name,
                "\(events.count) events to \(welcome.sequence) are sent to a client at \(since)")
        }
    }

    /// Checks that a client never returns to an older event.
    func checkMonotonic(_ client: ClientHost, from before: Int64, _ record: RoomRecord) {
        guard client.lastConfirmed.sequence < before else { return }
        fail(
            .resume, in: record.name,
            "\(client) returns from event \(before) to \(client.lastConfirmed.sequence)")
    }

    /// True if a spectator cannot return until a participant creates the room again or a host admits
    /// spectators.
    func waitsForOthers(_ client: ClientHost) -> Bool {
        let (view, name) = (client.replica.view, client.roomName)
        if view.awayReason == .spectators { return current[name]?.room.admitsSpectators == false }
        return client.join.isWatching && view.isRoomMissing && (current[name]?.head ?? 0) == 0
    }

    /// Checks that a client is connected and has every event.
    func checkCaughtUp(_ client: ClientHost) {
        guard !client.hasEnded, !waitsForOthers(client) else { return }
        let name = client.roomName
        let replica = client.replica
        guard client.isJoined, replica.pendingCount == 0 else {
            return fail(
                .resume, in: name,
                "\(client) is \(replica.view.connection), \(replica.pendingCount) actions pending")
        }
        guard !client.followsByViews, let record = current[name] else { return }
        guard let room = replica.confirmed, replica.epoch == record.epoch else {
            return fail(.resume, in: name, "\(client) is in another epoch")
        }
        guard room.sequence == record.head else {
            return fail(
                .resume, in: name,
                "\(client) is at event \(room.sequence) instead of \(record.head)")
        }
    }
}
