import RoomClient
import SharedRoom

/// P4: after any gap a client gets all that it missed, or a snapshot; never a part.
extension Checks {
    /// How far the room was when a join arrived.
    func noteHead(_ frame: [UInt8], on link: Link) {
        guard case .join = try? ClientMessage.decode(frame, limits: ServiceLimits()) else { return }
        link.headAtJoin = current[link.room].map { ($0.epoch, $0.head) }
    }

    /// A join is answered from no older state than that.
    func checkHead(_ welcome: Welcome, on link: Link) {
        if let head = link.headAtJoin, head.epoch == welcome.epoch,
            welcome.sequence < head.sequence
        {
            fail(
                .resume, in: link.room,
                "a join at \(head.sequence) is answered from \(welcome.sequence)")
        }
        link.headAtJoin = nil
    }

    /// Events follow on what the client has.
    func checkResume(_ welcome: Welcome, at client: ClientHost) {
        switch welcome.contents {
        case .snapshot: world.tally.add(.resumesBySnapshot)
        case .events(let events):
            world.tally.add(events.isEmpty ? .resumesOfNothing : .resumesByEvents)
            let since = client.replica.confirmed?.sequence ?? 0
            guard !client.isThin, welcome.sequence - Int64(events.count) != since,
                let record = records[welcome.epoch]
            else { return }
            fail(
                .resume, in: record.name,
                "\(events.count) events to \(welcome.sequence) follow on \(since)")
        }
    }

    /// Nobody goes back.
    func checkForth(_ client: ClientHost, from before: Int64, _ record: RoomRecord) {
        guard client.seen.sequence < before else { return }
        fail(
            .resume, in: record.name,
            "\(client) goes back from \(before) to \(client.seen.sequence)")
    }

    /// Spectators make no room again (C76), and nobody else is left to do it. Or the room is closed to
    /// spectators, until a host opens it to them.
    func waitsForOthers(_ client: ClientHost, _ name: RoomName) -> Bool {
        let view = client.replica.view
        if view.awayReason == .spectators { return current[name]?.room.admitsSpectators == false }
        return client.join.isWatching && view.isRoomGone && (current[name]?.head ?? 0) == 0
    }

    /// Everybody has come back and has everything.
    func checkBack(_ client: ClientHost) {
        guard !client.hasEnded, let name = RoomName(normal: Array(client.room.utf8)),
            !waitsForOthers(client, name)
        else { return }
        let replica = client.replica
        guard client.isJoined, replica.pendingCount == 0 else {
            return fail(
                .resume, in: name,
                "\(client), \(replica.view.connection), waits with \(replica.pendingCount) actions")
        }
        guard !client.isThin, let record = current[name] else { return }
        guard let room = replica.confirmed, replica.epoch == record.epoch else {
            return fail(.resume, in: name, "\(client) is in another epoch")
        }
        guard room.sequence == record.head else {
            return fail(
                .resume, in: name,
                "\(client) stays at \(room.sequence), and the room is at \(record.head)")
        }
    }
}
