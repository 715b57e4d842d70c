import RoomServer
import RoomStore
import SharedRoom

/// A simulated server process around a production `Edge`. Passes frames and reports on, sets one
/// timer, and disconnects clients that do not read.
public final class EdgeHost {
    private unowned let world: World
    let limits: Limits
    public private(set) var edge: Edge
    /// The reports that the store delivered and the edge has not processed.
    private var inbox: [LogReport] = []
    private var number: UInt32 = 0
    private var timer: Int64?
    /// Drafts that the edge submitted to the store.
    public private(set) var appendedCount = 0
    private var isTickDue = false
    private(set) var connections: [SimulatedConnection?] = []
    /// Number of restarts. Timers of an earlier generation are ignored.
    private(set) var generation = 0
    private(set) var isDown = false
    /// The address of all connections. If nil, each connection has its own address.
    public var commonOrigin: UInt64?
    private var lastOrigin: UInt64 = 0
    /// The version of the rules that this edge serves. See `World.rewriteRules`.
    var rules = 0

    /// Milliseconds without reading after which a client is disconnected. Shorter than in production,
    /// so that it happens often.
    static let slowReaderTimeout: Int64 = 5_000

    init(_ world: World, _ limits: Limits, seed: UInt64) {
        self.world = world
        self.limits = limits
        let random = RandomSource(seed: seed)
        edge = Edge(limits: limits, digest: EdgeHost.digest, randomWord: { random.next() })
        attach()
    }

    /// True while the store's reports to this edge are delayed.
    public var isLagging = false {
        didSet { if !isLagging { processReports() } }
    }

    private func attach() {
        // All run in one thread.
        nonisolated(unsafe) let host = self
        number = world.store.attach { report in
            host.inbox.append(report)
            host.processReports()
        }
    }

    /// A fast replacement for SHA-256: 32 bytes that depend on the input.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var seed: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { seed = (seed ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let random = RandomSource(seed: seed)
        return (0..<4).flatMap { _ in
            let word = random.next()
            return (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
        }
    }

    public func room(_ name: String) -> Room? { edge.room(named: World.roomName(name)) }
}

/// Sockets.
extension EdgeHost {
    public func accept(_ peer: ConnectionPeer, room: String) -> SimulatedConnection? {
        guard !isDown else { return nil }
        let name = World.roomName(room)
        lastOrigin += 1
        let origin = commonOrigin ?? lastOrigin
        let (session, instructions) = edge.connect(name, from: origin, at: world.now)
        let connection = SimulatedConnection(world, peer, self, session: session, room: name)
        while connections.count <= session.slot { connections.append(nil) }
        connections[session.slot] = connection
        perform(instructions)
        return connection
    }

    func receive(_ frame: [UInt8], from connection: SimulatedConnection) {
        guard isOpen(connection) else { return }
        world.checker.edgeDidReceive(frame, from: connection, at: self)
        perform(edge.receive(frame, from: connection.session, at: world.now))
    }

    func disconnect(_ connection: SimulatedConnection) {
        guard isOpen(connection) else { return }
        connections[connection.session.slot] = nil
        perform(edge.disconnect(connection.session, at: world.now))
    }

    func isOpen(_ connection: SimulatedConnection) -> Bool {
        connection.session.slot < connections.count
            && connections[connection.session.slot] === connection
    }

    /// Unblocks the session after the client has read everything.
    func connectionDrained(_ connection: SimulatedConnection) {
        guard connection.blockedSince != nil, isOpen(connection), connection.toPeer.byteCount == 0
        else { return }
        connection.blockedSince = nil
        edge.unblock(connection.session)
        scheduleTick()
    }

    private func send(_ frame: [UInt8], to session: SessionID) {
        guard let connection = connections[session.slot], connection.session == session,
            let frame = world.checker.edgeWillSend(frame, on: connection)
        else { return }
        connection.toPeer.send(.frame(frame))
        guard connection.blockedSince == nil, connection.toPeer.byteCount > world.socketBytesMax
        else {
            return
        }
        connection.blockedSince = world.now
        edge.block(session)
        guard !world.canary.keepsSlowReaders else { return }
        world.later(Self.slowReaderTimeout) { [unowned self, weak connection] in
            guard let connection, let since = connection.blockedSince,
                world.now - since >= Self.slowReaderTimeout
            else { return }
            world.counts.add(.slowReadersDisconnected)
            connection.toPeer.losePackets()
            connection.toPeer.losesPackets = false
            connection.toPeer.send(.end(1006))
            disconnect(connection)
        }
    }
}

/// The event loop.
extension EdgeHost {
    private func processReports() {
        guard !isLagging else { return }
        let reports = inbox
        guard !reports.isEmpty else { return }
        inbox = []
        for report in reports { perform(edge.report(report, at: world.now)) }
        scheduleTick()
    }

    private func scheduleTick() {
        guard !isTickDue else { return }
        isTickDue = true
        world.later(0) { [unowned self] in tick() }
    }

    private func tick() {
        isTickDue = false
        guard !isDown else { return }
        submitRequests()
        let due = edge.endTick(at: world.now)
        if !due.isEmpty || edge.hasRequests { perform(due) }
        world.checker.checkMemory(of: self)
    }

    private func perform(_ instructions: [EdgeInstruction]) {
        for instruction in instructions {
            switch instruction {
            case .send(let session, let frame): send(frame, to: session)
            case .close(let session, let reason, let text):
                guard let connection = connections[session.slot], connection.session == session
                else { continue }
                connections[session.slot] = nil
                world.counts.add(close: reason)
                connection.toPeer.send(.end(reason.code, text: text))
            case .joined, .noteLimit: break
            case .wake(let time): setTimer(at: time)
            }
        }
        scheduleTick()
    }

    private func submitRequests() {
        for request in edge.dequeueRequests() {
            if case .append(_, let drafts, _) = request { appendedCount += drafts.count }
            world.store.submit(request, from: number)
        }
    }

    private func setTimer(at time: Int64) {
        timer = time
        let generation = generation
        world.at(time) { [unowned self] in
            guard timer == time, generation == self.generation else { return }
            timer = nil
            perform(edge.wake(at: world.now))
        }
    }
}

/// Stopping and restarting the process.
extension EdgeHost {
    /// Ends the process without closing its connections properly.
    func crash() {
        guard !isDown else { return }
        isDown = true
        world.store.detach(number)
        world.checker.edgeDidStop(number)
        generation += 1
        inbox = []
        timer = nil
        for connection in connections {
            guard let connection else { continue }
            connection.toEdge.losePackets()
            connection.toPeer.losePackets(sparing: world.random.next(below: 3))
            connection.toPeer.losesPackets = false
            connection.toPeer.send(.end(1006))
        }
        connections = []
    }

    /// Shuts down in order: every session receives a close.
    func stop() {
        perform(edge.stop(at: world.now))
        crash()
    }

    func start(seed: UInt64) {
        isDown = false
        let random = RandomSource(seed: seed)
        edge = Edge(limits: limits, digest: EdgeHost.digest, randomWord: { random.next() })
        attach()
    }
}
