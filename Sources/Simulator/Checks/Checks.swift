import RoomClient
import SharedRoom

/// Everybody's view of the rooms, held beside what the store has taken. It looks at the wires and at
/// what is shown; it never asks an edge what it thinks.
final class Checks {
    private unowned let world: World
    private(set) var failure: Failure?

    /// The lives of rooms: the present one of each name, and all that somebody may still speak of.
    private(set) var current: [RoomName: RoomRecord] = [:]
    private var records: [UInt64: RoomRecord] = [:]
    /// What each edge was told last of each room.
    private var told: [UInt32: [RoomName: Int64]] = [:]

    private struct PenName: Hashable {
        let room: [UInt8]
        let secret: [UInt8]
        let pen: [UInt8]
    }
    private struct PenNumber: Hashable {
        let epoch: UInt64
        let author: UInt32
        let pen: UInt32
    }
    private var pensByName: [PenName: PenRecord] = [:]
    private var pensByNumber: [PenNumber: PenRecord] = [:]

    /// Whether somebody is shown what an engine would work out.
    var needsViews = false

    init(_ world: World) {
        self.world = world
    }

    func fail(_ promise: Failure.Promise, _ text: @autoclosure () -> String) {
        guard failure == nil else { return }
        failure = Failure(promise: promise, text: text())
    }

    private func fail(_ failure: Failure?) {
        if let failure, self.failure == nil { self.failure = failure }
    }
}

/// What the store does.
extension Checks {
    func reported(_ report: LogReport) {
        switch report {
        case .opened(let name, let opened): self.opened(name, opened)
        case .events(let name, let events):
            guard let record = current[name] else { return }
            for event in events where event.sequence > record.head { committed(event, record) }
        case .forgotten(let name): current[name] = nil
        case .notOpened, .refused, .head, .read, .presence: break
        }
    }

    private func opened(_ name: RoomName, _ opened: OpenedRoom) {
        if let record = current[name], record.epoch == opened.epoch {
            if opened.head < record.shown {
                fail(.durable, "event \(record.shown) was shown to somebody and is gone")
            }
            return fail(record.failure(replaying: opened.snapshot, opened.events))
        }
        let record = RoomRecord(name, epoch: opened.epoch)
        if let before = current[name], before.head > 0 {
            world.tally.add(.epochsBegun)
            lost(before, since: opened)
        }
        current[name] = record
        records[opened.epoch] = record
        record.begin(with: opened, needsView: needsViews)
    }

    /// A new epoch goes on from an earlier state. What was decided since may come again.
    private func lost(_ record: RoomRecord, since opened: OpenedRoom) {
        for entry in record.entries(after: opened.head) {
            guard let signature = entry.event.signature else { continue }
            pen(signature, in: record)?.typed?.mayComeAgain(Said(entry.event.action))
        }
        for (number, pen) in pensByNumber where number.epoch == record.epoch {
            let new = PenNumber(epoch: opened.epoch, author: number.author, pen: number.pen)
            pensByNumber[new] = pen
        }
    }

    private func committed(_ event: Event, _ record: RoomRecord) {
        let result = record.append(event, needsView: needsViews)
        world.note("the store has \(event.sequence) \(event.draft): \(result.verdict)")
        fail(result.2)
        world.tally.decided(result.verdict)
        guard result.isDecided, let signature = event.signature else { return }
        let said = Said(event.action)
        guard let pen = pen(signature, in: record), pen.hasSent(said, as: signature.count) else {
            return fail(.control, "nobody sent \(event)")
        }
        if let complaint = pen.typed?.complaint(aboutDecided: said) {
            fail(.once, "\(complaint) (event \(event.sequence) of \(signature))")
        }
    }

    private func pen(_ signature: Signature, in record: RoomRecord) -> PenRecord? {
        pensByNumber[
            PenNumber(epoch: record.epoch, author: signature.author, pen: signature.pen)]
    }

    /// On its way from the store to an edge.
    func delivered(_ report: LogReport, to edge: UInt32) {
        world.note("edge \(edge) is told \(report.summary)")
        switch report {
        case .opened(let name, let opened):
            told[edge, default: [:]][name] = opened.events.last?.sequence
        case .events(let name, let events):
            for event in events {
                if let last = told[edge]?[name], event.sequence != last + 1 {
                    fail(.order, "edge \(edge) is told of \(event.sequence) after \(last)")
                }
                told[edge]?[name] = event.sequence
                if let entry = current[name]?[event.sequence], entry.event != event {
                    fail(.order, "edge \(edge) is told of \(event), not \(entry.event)")
                }
            }
        case .forgotten(let name): told[edge]?[name] = nil
        case .notOpened, .refused, .head, .read, .presence: break
        }
    }

    func edgeIsGone(_ edge: UInt32) { told[edge] = nil }
}

/// What clients send.
extension Checks {
    func sent(_ frame: [UInt8], by client: ClientHost, on link: Link) -> [UInt8] {
        let frame = world.sabotage.bend(frame, from: client)
        world.note("\(client) says", frame)
        note(frame, on: link, typed: client.typed)
        return frame
    }

    func arrived(_ frame: [UInt8], from link: Link, at edge: EdgeHost) {
        world.tally.add(.framesFromClients)
        world.note("an edge hears \(link.caller.map { "\($0)" } ?? "nobody") say", frame)
        guard case .join = decoded(frame) else {
            if link.caller as? ClientHost == nil { note(frame, on: link, typed: nil) }
            return
        }
        if link.pen == nil { note(frame, on: link, typed: nil) }
        link.headAtJoin = current[link.room].map { ($0.epoch, $0.head) }
    }

    private func note(_ frame: [UInt8], on link: Link, typed: Typed?) {
        switch decoded(frame) {
        case .join(let join):
            let pen = (join.pen ?? join.secret).bytes
            let name = PenName(room: link.room.bytes, secret: join.secret.bytes, pen: pen)
            link.pen = pensByName[name] ?? PenRecord(typed)
            pensByName[name] = link.pen
        case .act(let first, let actions):
            guard let pen = link.pen else { return }
            for (offset, action) in actions.enumerated() {
                let number = first + Int64(offset)
                if number <= pen.last { world.tally.add(.actionsSentAgain) }
                if !pen.sent(Said(action), as: number) {
                    fail(.once, "number \(number) was sent with something else in it")
                }
            }
        case .mismatch: world.tally.add(.failedHashes)
        case .alive, nil: break
        }
    }

    private func decoded(_ frame: [UInt8]) -> ClientMessage? {
        try? ClientMessage.decode(frame, limits: ServiceLimits())
    }
}

/// What edges send.
extension Checks {
    func sent(_ frame: [UInt8], on link: Link, by edge: EdgeHost) -> [UInt8]? {
        world.tally.add(.framesToClients)
        guard let frame = world.sabotage.bend(frame, on: link) else { return nil }
        guard frame.starts(with: Array(#"{"welcome"#.utf8)),
            case .welcome(let welcome) = try? ServerMessage.decode(frame)
        else { return frame }
        if let you = welcome.you, let pen = link.pen {
            let number = PenNumber(epoch: welcome.epoch, author: you.number, pen: you.pen)
            pensByNumber[number] = pen
        }
        if let head = link.headAtJoin, head.epoch == welcome.epoch,
            welcome.sequence < head.sequence
        {
            fail(.resume, "a join at \(head.sequence) is answered from \(welcome.sequence)")
        }
        link.headAtJoin = nil
        return frame
    }

    /// Gives what the client reads: the frame, unless something on its device is broken.
    func arrived(_ frame: [UInt8], at client: ClientHost) -> [UInt8] {
        world.note("\(client) hears", frame)
        switch try? ServerMessage.decode(frame) {
        case .welcome(let welcome): arrived(welcome, at: client)
        case .events(let frame): arrived(frame, at: client)
        case .refused(_, let why, _): if let why { world.tally.refused(why) }
        case .here: world.tally.add(.presences)
        case .alive: world.tally.add(.signsOfLife)
        case .bye, nil: break
        }
        return damaged(world.sabotage.damage(world.rewriteRules(frame, for: client)), client)
    }

    /// Something on the device is broken; the client has to find it out.
    private func damaged(_ frame: [UInt8], _ client: ClientHost) -> [UInt8] {
        guard client.isDamageDue else { return frame }
        let damaged = Sabotage.withOneDigitChanged(frame)
        if damaged != frame {
            client.isDamageDue = false
            client.isDamaged = true
        }
        return damaged
    }

    private func arrived(_ welcome: Welcome, at client: ClientHost) {
        let record = records[welcome.epoch]
        client.link?.epoch = welcome.epoch
        if let view = welcome.view { check(view, at: welcome.sequence, record) }
        switch welcome.contents {
        case .snapshot(let form):
            world.tally.add(.resumesBySnapshot)
            if let room = try? Room(form: form), let entry = record?[welcome.sequence],
                room.hash != entry.hash
            {
                fail(.agree, "a snapshot of event \(welcome.sequence) is another room")
            }
        case .events(let events):
            world.tally.add(events.isEmpty ? .resumesOfNothing : .resumesByEvents)
            let since = client.replica.confirmed?.sequence ?? 0
            if welcome.sequence - Int64(events.count) != since, !client.isThin {
                fail(.resume, "\(events.count) events to \(welcome.sequence) follow on \(since)")
            }
            let first = welcome.sequence - Int64(events.count) + 1
            compare(events, from: first, record)
        }
    }

    private func arrived(_ frame: EventFrame, at client: ClientHost) {
        let record = client.link?.epoch.flatMap { records[$0] }
        compare(frame.events, from: frame.first, record)
        let last = frame.first - 1 + Int64(frame.events.count)
        if let view = frame.view { check(view, at: last, record) }
        if let hash = frame.hash, let entry = record?[last], entry.hash != hash {
            fail(.agree, "an edge says that event \(last) leads elsewhere")
        }
    }

    private func compare(_ events: [Event], from first: Int64, _ record: RoomRecord?) {
        guard let record else { return }
        for (offset, event) in events.enumerated() {
            let sequence = first + Int64(offset)
            if sequence > record.head {
                fail(.durable, "event \(sequence) is sent before the store has it")
            } else if let entry = record[sequence], entry.event != event {
                fail(.order, "\(event) is sent in the place of \(entry.event)")
            }
        }
    }

    private func check(_ view: RoomView, at sequence: Int64, _ record: RoomRecord?) {
        world.tally.add(.viewsWithoutEngine)
        if let expected = record?[sequence]?.view, expected != view {
            fail(.replay, "a view of event \(sequence) shows something else")
        }
    }
}

/// What clients show.
extension Checks {
    /// The client has read something.
    func moved(_ client: ClientHost) {
        guard let room = client.replica.confirmed else {
            client.seen = (0, 0)
            return
        }
        let epoch = client.replica.epoch
        guard (epoch, room.sequence) != client.seen else { return }
        if epoch == client.seen.epoch, room.sequence < client.seen.sequence {
            fail(.resume, "somebody goes back from \(client.seen.sequence) to \(room.sequence)")
        }
        client.seen = (epoch, room.sequence)
        guard let record = records[epoch] else {
            return fail(.agree, "somebody is in an epoch that no store began")
        }
        guard room.sequence <= record.head else {
            return fail(.durable, "event \(room.sequence) is shown before the store has it")
        }
        record.shown = max(record.shown, room.sequence)
        guard let entry = record[room.sequence] else { return }
        if entry.hash == room.hash {
            client.isDamaged = false
        } else if !client.isDamaged {
            fail(.agree, "somebody's room is another one after event \(room.sequence)")
        }
        // A display takes longer than all else here; one in eight is enough.
        if room.sequence & 7 == 0, !client.isDamaged { compareDisplay(of: room, record, entry) }
    }

    private func compareDisplay(of room: Room, _ record: RoomRecord, _ entry: RoomRecord.Entry) {
        let display = room.calculator.display
        guard let shown = entry.display else {
            return record.wasShown(display, at: room.sequence)
        }
        if shown != display { fail(.replay, "two people see two displays after \(entry.event)") }
    }
}

/// What may not grow.
extension Checks {
    func turned(_ edge: EdgeHost) {
        for name in world.roomNames {
            let bytes = edge.edge.ringByteCount(of: name)
            if bytes > edge.limits.ringBytesMax { fail(.bounded, "a ring of \(bytes) bytes") }
        }
        for link in edge.links {
            guard let link else { continue }
            if link.toCaller.byteCount > pipeBytesMax {
                fail(.bounded, "\(link.toCaller.byteCount) bytes wait for one session")
            }
            if let since = link.blockedSince, world.now - since > EdgeHost.readTime + 1_000 {
                fail(.bounded, "a session has read nothing for \(world.now - since) ms")
            }
        }
    }

    /// What one turn can write beyond the point where the edge stops writing.
    private var pipeBytesMax: Int { world.socketBytesMax + 262_144 }
}

/// When nothing is on its way any more and nothing is broken, all must agree.
extension Checks {
    func atRest() {
        for client in world.clients { check(client) }
        for client in world.clients where client.hasEnded || client.mayOnlyLook {
            client.typed.isAbandoned = true
        }
        for client in world.clients {
            let missing = client.typed.takeMissing()
            if !missing.isEmpty { fail(.once, "\(missing) never came, and nobody was told") }
        }
        for (name, record) in current {
            guard let kept = world.store.kept(name) else { continue }
            fail(record.failure(replaying: kept.snapshot, kept.events))
        }
        for edge in world.edges {
            let open = edge.links.filter { $0 != nil }.count
            if edge.edge.sessionCount != open {
                fail(.bounded, "\(edge.edge.sessionCount) sessions for \(open) connections")
            }
        }
        forgetWhatIsOver()
    }

    private func check(_ client: ClientHost) {
        guard !client.hasEnded, let name = RoomName(normal: Array(client.room.utf8)) else { return }
        guard client.isJoined, client.replica.pendingCount == 0 else {
            return fail(
                .resume,
                "\(client), \(client.replica.view.connection), waits with \(client.replica.pendingCount)"
            )
        }
        guard !client.isThin, let record = current[name] else { return }
        guard let room = client.replica.confirmed, client.replica.epoch == record.epoch else {
            return fail(.resume, "\(client) is in another epoch")
        }
        if room.sequence != record.head {
            fail(.resume, "\(client) stays at \(room.sequence), and the room is at \(record.head)")
        }
        let present = Set(
            world.clients.filter { $0.room == client.room }.compactMap(\.presentNumber))
        if Set(client.replica.view.present) != present {
            fail(.agree, "\(client) sees \(client.replica.view.present), not \(present.sorted())")
        }
    }

    /// Of rooms, pens and edges that nobody will speak of again.
    private func forgetWhatIsOver() {
        let epochs = Set(current.values.map(\.epoch))
        records = records.filter { epochs.contains($0.key) }
        let links = world.edges.flatMap { $0.links.compactMap(\.self) }
        let pens = Set(links.compactMap { $0.pen.map(ObjectIdentifier.init) })
        pensByName = pensByName.filter { pens.contains(ObjectIdentifier($0.value)) }
        pensByNumber = pensByNumber.filter { pens.contains(ObjectIdentifier($0.value)) }
    }
}

extension LogReport {
    fileprivate var summary: String {
        switch self {
        case .opened(let name, let opened): "opened \(name.text) with events to \(opened.head)"
        case .notOpened(let name, let failure): "not opened \(name.text): \(failure)"
        case .events(let name, let events):
            "events of \(name.text) to \(events.last?.sequence ?? 0)"
        case .refused(let name, _, let failure): "refused \(name.text): \(failure)"
        case .head(let name, _, let sequence): "head of \(name.text): \(sequence)"
        case .read(let name, _, _): "read \(name.text)"
        case .presence(let name, _, let came, let gone): "\(name.text): \(came) came, \(gone) went"
        case .forgotten(let name): "forgotten \(name.text)"
        }
    }
}

extension RoomName {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
