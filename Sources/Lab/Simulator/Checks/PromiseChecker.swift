import RoomClient
import SharedRoom

/// Checks the promises at every step of a simulation.
///
/// The checker compares frames, reports, replicas and displays with the events that the store
/// committed. It computes the expected rooms from these events only. This file has the checker's data
/// and observes the messages; each promise has its own file.
final class PromiseChecker {
    unowned let world: World
    private(set) var failure: Failure?

    /// The rooms in their current epochs, and by epoch also the earlier ones that a message may still
    /// refer to.
    var current: [RoomName: RoomRecord] = [:]
    var records: [UInt64: RoomRecord] = [:]
    /// The last sequence number that each edge received, by room.
    var lastReported: [UInt32: [RoomName: Int64]] = [:]
    var pens = PenRegistry()
    /// True if some pages receive views instead of events.
    var needsViews = false

    init(_ world: World) {
        self.world = world
    }

    /// Records the first failure; later ones are often consequences. A nil room means all rooms.
    func fail(_ promise: Failure.Promise, in room: RoomName?, _ text: @autoclosure () -> String) {
        guard failure == nil else { return }
        failure = Failure(promise: promise, room: room?.text, text: text())
    }

    func fail(_ failure: Failure?) {
        if let failure, self.failure == nil { self.failure = failure }
    }
}

/// Store reports.
extension PromiseChecker {
    /// Observes a report at the moment of the commit.
    func storeDidCommit(_ report: LogReport) {
        switch report {
        case .opened(let name, _, let opened), .replaced(let name, let opened):
            recordOpening(of: name, opened)
        case .events(let name, let events):
            guard let record = current[name] else { return }
            for event in events where event.sequence > record.head { recordCommit(event, record) }
        case .forgotten(let name): current[name] = nil
        case .done, .refused, .head, .presence, .failed: break
        }
    }

    private func recordOpening(of name: RoomName, _ opened: OpenedRoom) {
        if let record = current[name], record.epoch == opened.epoch {
            checkNothingLost(record, opened)
            return fail(record.failure(replaying: opened.snapshot, opened.events))
        }
        let record = RoomRecord(name, epoch: opened.epoch, world)
        if let before = current[name], before.head > 0 {
            world.counts.add(.epochsStarted)
            permitRepeats(before, since: opened)
        }
        current[name] = record
        records[opened.epoch] = record
        record.start(from: opened, needsView: needsViews)
    }

    private func recordCommit(_ event: Event, _ record: RoomRecord) {
        let result = record.append(event, needsView: needsViews)
        world.note(
            record.name.text,
            "the store commits \(event.sequence) \(event.draft): \(result.verdict)")
        fail(result.failure)
        world.counts.add(verdict: result.verdict)
        if result.isDecided { checkOnce(event, record) }
    }

    /// Observes a report that reaches an edge. An incomplete report is a fault that the edge must detect.
    func edgeDidReceive(_ report: LogReport, to edge: UInt32, isPart: Bool) {
        if isPart { lastReported[edge]?[report.room] = nil }
        world.note(report.room.text, "edge \(edge) receives \(report.summary)")
        checkReportOrder(report, to: edge)
    }

    func edgeDidStop(_ edge: UInt32) { lastReported[edge] = nil }
}

/// Frames between clients and edges.
extension PromiseChecker {
    /// Returns the frame that is actually sent.
    func clientWillSend(_ frame: [UInt8], by client: ClientHost, on connection: SimulatedConnection)
        -> [UInt8]
    {
        let frame = world.canary.alteredClientFrame(frame, on: connection)
        world.note(client.room, "\(client) sends", frame)
        recordSentActions(in: frame, on: connection, typedActions: client.typedActions)
        return frame
    }

    func edgeDidReceive(_ frame: [UInt8], from connection: SimulatedConnection, at edge: EdgeHost) {
        world.counts.add(.framesFromClients)
        world.note(
            connection.room.text,
            "an edge receives from \(connection.peer.map { "\($0)" } ?? "nobody")", frame)
        if connection.peer as? ClientHost == nil {
            recordSentActions(in: frame, on: connection, typedActions: nil)
        }
        recordHead(frame, on: connection)
    }

    /// Returns the frame that is actually sent, or nil if it is dropped.
    func edgeWillSend(_ frame: [UInt8], on connection: SimulatedConnection) -> [UInt8]? {
        world.counts.add(.framesToClients)
        guard let frame = world.canary.alteredEdgeFrame(frame, on: connection) else { return nil }
        guard frame.starts(with: Array(#"{"welcome"#.utf8)),
            case .welcome(let welcome) = try? ServerMessage.decode(frame)
        else { return frame }
        if let you = welcome.you { pens.register(you, epoch: welcome.epoch, connection.pen) }
        checkHead(welcome, on: connection)
        return frame
    }

    /// Returns the frame as the client reads it. It differs if the device is damaged, if the page has
    /// another rules version, or if a canary changes it.
    func clientDidReceive(_ frame: [UInt8], at client: ClientHost) -> [UInt8] {
        world.note(client.room, "\(client) receives", frame)
        switch try? ServerMessage.decode(frame) {
        case .welcome(let welcome): checkWelcome(welcome, at: client)
        case .events(let frame): checkEvents(frame, at: client)
        case .refused(_, let why, _): if let why { world.counts.add(refusal: why) }
        case .here: world.counts.add(.presenceMessages)
        case .alive: world.counts.add(.heartbeats)
        case .bye, nil: break
        }
        let read = world.canary.damagedOnce(world.rewriteRules(frame, for: client))
        return client.isDamageDue ? damaged(read, of: client) : read
    }

    private func damaged(_ frame: [UInt8], of client: ClientHost) -> [UInt8] {
        let altered = Canary.withOneDigitChanged(frame)
        if altered != frame {
            world.note(client.room, "\(client) reads a damaged frame", altered)
            client.isDamageDue = false
            client.isDamaged = true
        }
        return altered
    }

    private func checkWelcome(_ welcome: Welcome, at client: ClientHost) {
        client.connection?.epoch = welcome.epoch
        guard let record = records[welcome.epoch] else { return }
        if let view = welcome.view { checkView(view, at: welcome.sequence, record) }
        checkResume(welcome, at: client)
        switch welcome.contents {
        case .snapshot(let form): checkSnapshot(form, at: welcome.sequence, record)
        case .events(let events):
            let first = welcome.sequence - Int64(events.count) + 1
            checkEventOrder(events, from: first, record)
        }
    }

    private func checkEvents(_ frame: EventFrame, at client: ClientHost) {
        guard let record = client.connection?.epoch.flatMap({ records[$0] }) else { return }
        let last = frame.first - 1 + Int64(frame.events.count)
        checkEventOrder(frame.events, from: frame.first, record)
        checkCommitted(last, record, "sent")
        if let view = frame.view { checkView(view, at: last, record) }
        if let hash = frame.hash { checkHash(hash, at: last, record) }
    }
}

/// Displays.
extension PromiseChecker {
    /// Checks a client's confirmed room after the client has processed a frame.
    func replicaDidChange(_ client: ClientHost) {
        guard let room = client.replica.confirmed else { return client.lastConfirmed = (0, 0) }
        let (before, now) = (client.lastConfirmed, (client.replica.epoch, room.sequence))
        // The repair of a replica need not change its sequence number.
        guard before != now || client.isDamaged else { return }
        client.lastConfirmed = now
        guard let record = records[now.0] else {
            return fail(
                .agree, in: client.roomName,
                "\(client) is in an epoch that the store never started")
        }
        if before.epoch == now.0 { checkMonotonic(client, from: before.sequence, record) }
        checkCommitted(room.sequence, record, "shown")
        record.shown = max(record.shown, room.sequence)
        checkReplica(room, of: client, record)
        if !client.isDamaged { checkAnswersShown(by: client, record) }
        // A display is slow to compute, so only every eighth one is compared.
        if room.sequence & 7 == 0, !client.isDamaged { checkDisplay(room, record) }
    }
}

/// Checks after a round, when no fault remains and no frame is in transit.
extension PromiseChecker {
    func checkAgreement() {
        for client in world.clients { permitUndecided(client) }
        for client in world.clients {
            checkCaughtUp(client)
            checkNothingMissing(client)
            checkPresence(client)
        }
        for record in current.values {
            guard let stored = world.store.storedRoom(record.name) else { continue }
            fail(record.failure(replaying: stored.snapshot, stored.events))
        }
        for edge in world.edges { checkSessionCount(edge) }
        removeOldRecords()
    }

    /// Drops records of rooms and pens that no message will refer to again.
    private func removeOldRecords() {
        let epochs = Set(current.values.map(\.epoch))
        records = records.filter { epochs.contains($0.key) }
        pens.removeAll(except: world.edges.flatMap { $0.connections.compactMap { $0?.pen } })
    }
}

extension LogReport {
    fileprivate var summary: String {
        switch self {
        case .opened(_, _, let opened): "the open room, with events to \(opened.head)"
        case .done: "the end of a request"
        case .events(_, let events): "events to \(events.last?.sequence ?? 0)"
        case .refused(_, _, let failure): "a refusal: \(failure)"
        case .head(_, _, let sequence): "the head \(sequence)"
        case .presence(_, _, let came, let gone):
            "presence from other edges: \(came) joined, \(gone) left"
        case .replaced(_, let opened): "the room again, with events to \(opened.head)"
        case .failed(_, let failure): "a failure of the room: \(failure)"
        case .forgotten: "the deletion of the room"
        }
    }
}
