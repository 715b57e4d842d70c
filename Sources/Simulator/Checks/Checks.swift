import RoomClient
import SharedRoom

/// Everybody's view of the rooms, held beside what the store has taken.
///
/// It looks at the wires, at what the store reports and at what pages show; it never asks an edge or
/// a replica what it thinks. Here stands what it knows, and what happens when it sees something; each
/// promise is checked in a file of its own.
final class Checks {
    unowned let world: World
    private(set) var failure: Failure?

    /// The lives of rooms: the present one of each name, and all that somebody may still speak of.
    var current: [RoomName: RoomRecord] = [:]
    var records: [UInt64: RoomRecord] = [:]
    /// What each edge was told last of each room.
    var told: [UInt32: [RoomName: Int64]] = [:]
    var pens = Pens()
    /// Whether somebody is shown what an engine would work out.
    var needsViews = false

    init(_ world: World) {
        self.world = world
    }

    /// Only the first one is told: what follows from it says nothing new. Without a room it concerns
    /// all of them.
    func fail(_ promise: Failure.Promise, in room: RoomName?, _ text: @autoclosure () -> String) {
        guard failure == nil else { return }
        failure = Failure(promise: promise, room: room?.text, text: text())
    }

    func fail(_ failure: Failure?) {
        if let failure, self.failure == nil { self.failure = failure }
    }
}

/// What the store does.
extension Checks {
    /// It has done something, and says so to an edge.
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

    /// What it says reaches an edge, or a part of it, which the edge has to notice.
    func delivered(_ report: LogReport, to edge: UInt32, isPart: Bool) {
        if isPart { told[edge]?[report.room] = nil }
        world.note(report.room.text, "edge \(edge) is told \(report.summary)")
        checkOrder(report, to: edge)
    }

    func edgeIsGone(_ edge: UInt32) { told[edge] = nil }
}

/// What is said on the wires.
extension Checks {
    /// Gives what really goes out.
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

    /// Gives what really goes out; nil when it does not.
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

    /// Gives what the client reads, which is the frame, unless something on its device is broken.
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

/// What is shown.
extension Checks {
    /// The client has read something.
    func moved(_ client: ClientHost) {
        guard let room = client.replica.confirmed else { return client.seen = (0, 0) }
        let (before, now) = (client.seen, (client.replica.epoch, room.sequence))
        // A repair leads to where it was.
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
        // A display takes longer than all else here; one in eight is enough.
        if room.sequence & 7 == 0, !client.isDamaged { checkReplay(room, record) }
    }
}

/// When nothing is on its way any more and nothing is broken, all must agree.
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

    /// Rooms, pens and edges that nobody will speak of again.
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
