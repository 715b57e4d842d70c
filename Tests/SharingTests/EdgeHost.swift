import RoomServer
import RoomStore
import SharedRoom
import Testing

/// What a shell does around an edge: passes frames and reports on, and sets one timer.
final class EdgeHost {
    private unowned let world: World
    private(set) var edge: Edge
    private let inbox = Inbox()
    private let number: UInt32
    private(set) var timer: Int64?
    /// Who is at the other end of each session.
    private var links: [(session: SessionID, end: any LinkEnd)] = []
    /// A store whose reports this edge does not get to hear for now.
    var isLagging = false
    /// What the edge asked of the store, by the number of drafts.
    private(set) var appendedCount = 0

    init(_ world: World, _ limits: ServiceLimits, seed: UInt64) {
        self.world = world
        let random = Counter(seed: seed)
        edge = Edge(limits: limits, digest: EdgeHost.digest, chance: { random.next() })
        let inbox = inbox
        number = world.store.attach { inbox.reports.append($0) }
    }

    /// Stands for SHA-256: 32 bytes that follow from the others.
    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var seed: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { seed = (seed ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let counter = Counter(seed: seed)
        return (0..<4).flatMap { _ in
            let word = counter.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
        }
    }

    func accept(_ end: any LinkEnd, room: String) -> SessionID? {
        guard let name = RoomName(normal: Array(room.utf8)) else { return nil }
        let (session, actions) = edge.connect(name, at: world.now)
        links.append((session, end))
        perform(actions)
        return session
    }

    func receive(_ frame: [UInt8], from session: SessionID) {
        perform(edge.receive(frame, from: session, at: world.now))
    }

    func hangUp(_ session: SessionID) {
        links.removeAll { $0.session == session }
        perform(edge.disconnect(session, at: world.now))
    }

    /// One turn of the loop; tells whether anything happened.
    func turn() -> Bool {
        var hasMoved = false
        while !isLagging, !inbox.reports.isEmpty {
            let report = inbox.reports.removeFirst()
            perform(edge.report(report, at: world.now))
            hasMoved = true
        }
        let due = edge.endTurn(at: world.now)
        perform(due)
        return hasMoved || !due.isEmpty
    }

    func wakeIfDue() {
        guard let due = timer, due <= world.now else { return }
        timer = nil
        perform(edge.wake(at: world.now))
    }

    func room(_ name: String) -> Room? {
        RoomName(normal: Array(name.utf8)).flatMap { edge.room(named: $0) }
    }

    private func perform(_ actions: [EdgeAction]) {
        for action in actions {
            switch action {
            case .log(let request):
                if case .append(_, let drafts, _) = request { appendedCount += drafts.count }
                world.store.submit(request, from: number)
            case .send(let session, let frame):
                end(session)?.arriving.append(frame)
            case .close(let session, let reason, let text):
                let end = end(session)
                links.removeAll { $0.session == session }
                end?.isClosed(by: reason, text: text)
            case .wake(let time):
                timer = time
            }
        }
    }

    private func end(_ session: SessionID) -> (any LinkEnd)? {
        links.first { $0.session == session }?.end
    }
}

/// Where the store puts its reports.
final class Inbox: @unchecked Sendable {
    var reports: [LogReport] = []
}
