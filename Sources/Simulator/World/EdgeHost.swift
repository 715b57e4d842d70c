import RoomServer
import RoomStore
import SharedRoom

/// A simulated server process around a production `Edge`. Passes frames and reports on, sets one
/// timer, and disconnects clients that do not read.
public final class EdgeHost {
    private unowned let world: World
    let limits: ServiceLimits
    public private(set) var edge: Edge
    private let inbox = Inbox()
    private var number: UInt32 = 0
    private var timer: Int64?
    /// Drafts that the edge submitted to the store.
    public private(set) var appendedCount = 0
    private var isTurnDue = false
    private(set) var links: [Link?] = []
    /// Number of restarts. Timers and reports of an earlier generation are ignored.
    private(set) var life = 0
    private(set) var isDown = false
    /// The address of all connections. If nil, each connection has its own address.
    public var commonOrigin: UInt64?
    private var lastOrigin: UInt64 = 0
    /// The version of the rules that this edge serves. The engine has only one version, so the
    /// connection rewrites the welcome for a page of another version.
    var rules = 0

    /// Milliseconds without reading after which a client is disconnected. Shorter than in production,
    /// so that it happens often.
    static let readTime: Int64 = 5_000

    init(_ world: World, _ limits: ServiceLimits, seed: UInt64) {
        self.world = world
        self.limits = limits
        let fate = Fate(seed: seed)
        edge = Edge(limits: limits, digest: EdgeHost.digest, chance: { fate.next() })
        attach()
    }

    /// True while the store's reports to this edge are delayed.
    public var isLagging = false {
        didSet { if !isLagging { listen() } }
    }

    private func attach() {
        let inbox = inbox
        let life = life
        number = world.store.attach { report in inbox.take(report, life: life) }
        inbox.arrived = { [unowned self] in listen() }
    }

    /// A fast replacement for SHA-256: 32 bytes that depend on the input.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var seed: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { seed = (seed ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let fate = Fate(seed: seed)
        return (0..<4).flatMap { _ in
            let word = fate.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
        }
    }

    public func room(_ name: String) -> Room? {
        RoomName(normal: Array(name.utf8)).flatMap { edge.room(named: $0) }
    }
}

/// Sockets.
extension EdgeHost {
    public func accept(_ caller: Caller, room: String) -> Link? {
        guard !isDown, let name = RoomName(normal: Array(room.utf8)) else { return nil }
        lastOrigin += 1
        let origin = commonOrigin ?? lastOrigin
        let (session, actions) = edge.connect(name, from: origin, at: world.now)
        let link = Link(world, caller, self, session: session, room: name)
        while links.count <= session.slot { links.append(nil) }
        links[session.slot] = link
        perform(actions)
        return link
    }

    func receive(_ frame: [UInt8], from link: Link) {
        guard isOpen(link) else { return }
        world.checks.arrived(frame, from: link, at: self)
        perform(edge.receive(frame, from: link.session, at: world.now))
    }

    func hangUp(_ link: Link) {
        guard isOpen(link) else { return }
        links[link.session.slot] = nil
        perform(edge.disconnect(link.session, at: world.now))
    }

    func isOpen(_ link: Link) -> Bool {
        link.session.slot < links.count && links[link.session.slot] === link
    }

    /// Unblocks the session after the client has read everything.
    func hasRoom(_ link: Link) {
        guard link.blockedSince != nil, isOpen(link), link.toCaller.byteCount == 0 else { return }
        link.blockedSince = nil
        edge.unblock(link.session)
        makeTurnDue()
    }

    private func send(_ frame: [UInt8], to session: SessionID) {
        guard let link = links[session.slot], link.session == session else { return }
        guard let frame = world.checks.sent(frame, on: link) else { return }
        link.toCaller.send(.frame(frame))
        guard link.blockedSince == nil, link.toCaller.byteCount > world.socketBytesMax else {
            return
        }
        link.blockedSince = world.now
        edge.block(session)
        guard !world.sabotage.sparesThoseWhoNeverRead else { return }
        world.later(Self.readTime) { [unowned self, weak link] in
            guard let link, let since = link.blockedSince,
                world.now - since >= Self.readTime
            else { return }
            world.tally.add(.slowReadersCut)
            link.toCaller.die()
            link.toCaller.isDead = false
            link.toCaller.send(.end(1006))
            hangUp(link)
        }
    }
}

/// The event loop.
extension EdgeHost {
    private func listen() {
        guard !isLagging else { return }
        let reports = inbox.takeAll()
        guard !reports.isEmpty else { return }
        for report in reports {
            guard report.life == life else { continue }
            perform(edge.report(report.report, at: world.now))
        }
        makeTurnDue()
    }

    private func makeTurnDue() {
        guard !isTurnDue else { return }
        isTurnDue = true
        world.later(0) { [unowned self] in turn() }
    }

    private func turn() {
        isTurnDue = false
        guard !isDown else { return }
        submitRequests()
        let due = edge.endTurn(at: world.now)
        if !due.isEmpty || edge.hasRequests { perform(due) }
        world.checks.checkBounded(self)
    }

    private func perform(_ actions: [EdgeAction]) {
        for action in actions {
            switch action {
            case .send(let session, let frame): send(frame, to: session)
            case .close(let session, let reason, let text):
                guard let link = links[session.slot], link.session == session else { continue }
                links[session.slot] = nil
                world.tally.closed(reason)
                link.toCaller.send(.end(reason.code, text: text))
            case .wake(let time): setTimer(at: time)
            }
        }
        makeTurnDue()
    }

    private func submitRequests() {
        for request in edge.takeRequests() {
            if case .append(_, let drafts, _) = request { appendedCount += drafts.count }
            world.store.submit(request, from: number)
        }
    }

    private func setTimer(at time: Int64) {
        timer = time
        let life = life
        world.at(time) { [unowned self] in
            guard timer == time, life == self.life else { return }
            timer = nil
            perform(edge.wake(at: world.now))
        }
    }
}

/// Stopping and restarting the process.
extension EdgeHost {
    /// Ends the process without closing its connections properly.
    func die() {
        guard !isDown else { return }
        isDown = true
        world.store.detach(number)
        world.checks.edgeIsGone(number)
        life += 1
        inbox.forgetAll()
        timer = nil
        for link in links {
            guard let link else { continue }
            link.toEdge.die()
            link.toCaller.die(sparing: world.fate.next(below: 3))
            link.toCaller.isDead = false
            link.toCaller.send(.end(1006))
        }
        links = []
    }

    /// Shuts down in order: every session receives a close.
    func stop() {
        perform(edge.stop(at: world.now))
        die()
    }

    func begin(seed: UInt64) {
        isDown = false
        let fate = Fate(seed: seed)
        edge = Edge(limits: limits, digest: EdgeHost.digest, chance: { fate.next() })
        attach()
    }
}

/// The reports that the store delivered and the edge has not processed.
private final class Inbox: @unchecked Sendable {
    private var reports: [(report: LogReport, life: Int)] = []
    var arrived: () -> Void = {}

    func take(_ report: LogReport, life: Int) {
        reports.append((report, life))
        arrived()
    }

    func takeAll() -> [(report: LogReport, life: Int)] {
        defer { reports = [] }
        return reports
    }

    func forgetAll() { reports = [] }
}
