import RoomClient
import SharedRoom

/// Checks the promises at every step of a simulation.
///
/// The checker compares each client's view of a room with the events that the store committed. It
/// reads frames, store reports and displays, and never asks an edge or a replica for its state. This
/// file keeps the checker's data and observes the messages; each promise has its own file.
final class Checks {
    unowned let world: World
    private(set) var failure: Failure?

    /// Room records: the current epoch by name, and all epochs that a message may still refer to.
    var current: [RoomName: RoomRecord] = [:]
    var records: [UInt64: RoomRecord] = [:]
    /// The last sequence number that each edge received, by room.
    var told: [UInt32: [RoomName: Int64]] = [:]
    var pens = Pens()
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
extension Checks {
    /// Observes a report at the moment of the commit.
    func reported(_ report: LogReport) {
        switch report {
        case .opened(let name, let opened): self.opened(name, opened)
        case .events(let name, let events):
            guard let record = current[name] else { return }
            for event in events where event.sequence > record.head { committed(event, record) }
        case .forgotten(let name): current[name] = nil
        case .notOpened, .refused, .head, .read, .tape, .presence: break
        }
    }

    private func opened(_ name: RoomName, _ opened: OpenedRoom) {
        if let record = current[name], record.epoch == opened.epoch {
            checkDurable(record, opened)
            return fail(record.failure(replaying: opened.snapshot, opened.events))
        }
        let record = RoomRecord(name, epoch: opened.epoch, world)
        if let before = current[name], before.head > 0 {
            world.tally.add(.epochsBegun)
            forgive(before, since: opened)
        }
        current[name] = record
        records[opened.epoch] = record
        record.begin(with: opened, needsView: needsViews)
    }

    private func committed(_ event: Event, _ record: RoomRecord) {
        let result = record.append(event, needsView: needsViews)
        world.note(
            record.name.text, "the store has \(event.sequence) \(event.draft): \(result.verdict)")
        fail(result.failure)
        world.tally.decided(result.verdict)
        if result.isDecided { checkOnce(event, record) }
    }

    /// Observes a report that reaches an edge. An incomplete report is a fault that the edge must detect.
    func delivered(_ report: LogReport, to edge: UInt32, isPart: Bool) {
        if isPart { told[edge]?[report.room] = nil }
        world.note(report.room.text, "edge \(edge) is told \(report.summary)")
        checkOrder(report, to: edge)
    }

    func edgeIsGone(_ edge: UInt32) { told[edge] = nil }
}

/// Frames between clients and edges.
extension Checks {
    /// Returns the frame that is actually sent.
    func sent(_ frame: [UInt8], by client: ClientHost, on link: Link) -> [UInt8] {
        let frame = world.sabotage.bend(frame)
        world.note(client.room, "\(client) says", frame)
        noteContents(of: frame, on: link, typed: client.typed)
        return frame
    }

    func arrived(_ frame: [UInt8], from link: Link, at edge: EdgeHost) {
        world.tally.add(.framesFromClients)
        world.note(
            link.room.text, "an edge hears \(link.caller.map { "\($0)" } ?? "nobody") say", frame)
        if link.caller as? ClientHost == nil { noteContents(of: frame, on: link, typed: nil) }
        noteHead(frame, on: link)
    }

    /// Returns the frame that is actually sent, or nil if it is dropped.
    func sent(_ frame: [UInt8], on link: Link) -> [UInt8]? {
        world.tally.add(.framesToClients)
        guard let frame = world.sabotage.bend(frame, on: link) else { return nil }
        guard frame.starts(with: Array(#"{"welcome"#.utf8)),
            case .welcome(let welcome) = try? ServerMessage.decode(frame)
        else { return frame }
        if let you = welcome.you { pens.welcome(you, epoch: welcome.epoch, link.pen) }
        checkHead(welcome, on: link)
        return frame
    }

    /// Returns the frame as the client reads it, which differs if its device is damaged.
    func arrived(_ frame: [UInt8], at client: ClientHost) -> [UInt8] {
        world.note(client.room, "\(client) hears", frame)
        switch try? ServerMessage.decode(frame) {
        case .welcome(let welcome): arrived(welcome, at: client)
        case .events(let frame): arrived(frame, at: client)
        case .refused(_, let why, _): if let why { world.tally.refused(why) }
        case .here: world.tally.add(.presences)
        case .alive: world.tally.add(.signsOfLife)
        case .bye, nil: break
        }
        let read = world.sabotage.damage(world.rewriteRules(frame, for: client))
        return client.isDamageDue ? damage(read, of: client) : read
    }

    private func damage(_ frame: [UInt8], of client: ClientHost) -> [UInt8] {
        let damaged = Sabotage.withOneDigitChanged(frame)
        if damaged != frame {
            world.note(client.room, "\(client) reads something else", damaged)
            client.isDamageDue = false
            client.isDamaged = true
        }
        return damaged
    }

    private func arrived(_ welcome: Welcome, at client: ClientHost) {
        client.link?.epoch = welcome.epoch
        guard let record = records[welcome.epoch] else { return }
        if let view = welcome.view { checkReplay(view, at: welcome.sequence, record) }
        checkResume(welcome, at: client)
        switch welcome.contents {
        case .snapshot(let form): checkAgree(form, at: welcome.sequence, record)
        case .events(let events):
            let first = welcome.sequence - Int64(events.count) + 1
            checkOrder(events, from: first, record)
        }
    }

    private func arrived(_ frame: EventFrame, at client: ClientHost) {
        guard let record = client.link?.epoch.flatMap({ records[$0] }) else { return }
        let last = frame.first - 1 + Int64(frame.events.count)
        checkOrder(frame.events, from: frame.first, record)
        checkDurable(last, record, "sent")
        if let view = frame.view { checkReplay(view, at: last, record) }
        if let hash = frame.hash { checkAgree(hash, at: last, record) }
    }
}

/// Displays.
extension Checks {
    /// Checks a client after it has processed a frame.
    func moved(_ client: ClientHost) {
        guard let room = client.replica.confirmed else { return client.seen = (0, 0) }
        let (before, now) = (client.seen, (client.replica.epoch, room.sequence))
        // A repaired replica keeps its sequence number.
        guard before != now || client.isDamaged else { return }
        client.seen = now
        guard let record = records[now.0] else {
            guard let name = RoomName(normal: Array(client.room.utf8)) else { return }
            return fail(.agree, in: name, "\(client) is in an epoch that no store began")
        }
        if before.epoch == now.0 { checkForth(client, from: before.sequence, record) }
        checkDurable(room.sequence, record, "shown")
        record.shown = max(record.shown, room.sequence)
        checkAgree(room, of: client, record)
        // A display is slow to compute, so only every eighth one is compared.
        if room.sequence & 7 == 0, !client.isDamaged { checkReplay(room, record) }
    }
}

/// Checks after a round, when no fault remains and no frame is in transit.
extension Checks {
    func atRest() {
        for client in world.clients { forgive(client) }
        for client in world.clients {
            checkBack(client)
            checkNothingMissing(client)
            checkPresence(client)
        }
        for record in current.values {
            guard let kept = world.store.kept(record.name) else { continue }
            fail(record.failure(replaying: kept.snapshot, kept.events))
        }
        for edge in world.edges { checkBounded(atRest: edge) }
        forgetWhatIsOver()
    }

    /// Drops records of rooms and pens that no message will refer to again.
    private func forgetWhatIsOver() {
        let epochs = Set(current.values.map(\.epoch))
        records = records.filter { epochs.contains($0.key) }
        pens.forgetAll(but: world.edges.flatMap { $0.links.compactMap { $0?.pen } })
    }
}

extension LogReport {
    fileprivate var summary: String {
        switch self {
        case .opened(_, let opened): "that it is open, with events to \(opened.head)"
        case .notOpened(_, let failure): "that it cannot be opened: \(failure)"
        case .events(_, let events): "events to \(events.last?.sequence ?? 0)"
        case .refused(_, _, let failure): "that something is refused: \(failure)"
        case .head(_, _, let sequence): "the head, \(sequence)"
        case .read, .tape: "what it asked to read"
        case .presence(_, _, let came, let gone): "that \(came) came elsewhere and \(gone) went"
        case .forgotten: "that it is forgotten"
        }
    }
}
