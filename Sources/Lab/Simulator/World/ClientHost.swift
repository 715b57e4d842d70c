import CalculatorEngine
import RoomClient
import SharedRoom

/// A simulated page around a production `Replica`: a socket, one timer and browser storage.
public final class ClientHost: ConnectionPeer, CustomStringConvertible {
    unowned let world: World
    let number: Int
    public private(set) var replica: Replica
    let join: Join
    let room: String
    let roomName: RoomName
    /// Index of the edge for the next connection.
    public var edge: Int
    /// The actions typed in this page, in the page that it was copied from, and in its copies.
    let typedActions: TypedActions
    private(set) var connection: SimulatedConnection?
    /// Times of the next wake-up and the next connection attempt, by the world's clock.
    public private(set) var timer: Int64?
    public private(set) var reconnectTime: Int64?
    public private(set) var saved: [UInt8]?
    /// Counts the scheduled connection attempts, so that an outdated one is ignored.
    private var reconnectCount = 0
    /// Lead of the page's clock over the world's, in milliseconds.
    private(set) var clockAhead: Int64 = 0
    /// The version of the rules in this page. See `World.rewriteRules`.
    var rules = 0
    /// The numbers of offers and notices whose actions are recorded as withdrawn.
    private var offerCount = 0
    private var noticeCount = 0
    private(set) var isClosed = false
    /// True if a bit of the page's memory was flipped, and true if one will be.
    var isDamaged = false
    var isDamageDue = false
    /// True while the page does not run and does not read its socket.
    var isAsleep = false {
        didSet { if !isAsleep { moveClock(by: 0) } }
    }
    /// Milliseconds that each frame takes.
    var delay: Int64 = 0
    /// The last confirmed state that the checker has seen.
    var lastConfirmed: (epoch: UInt64, sequence: Int64) = (0, 0)

    /// True while frames in both directions wait.
    public var isHeld = false {
        didSet { connection?.isHeld = isHeld }
    }
    public var isOffline = false
    /// True if the network drops connection attempts.
    public var isUnanswered = false

    /// - Parameters:
    ///   - saved: The saved pen and pending actions of an earlier page, if any.
    ///   - kept: The confirmed room that the browser has kept, or nothing.
    init(
        _ world: World, _ join: Join, room: String, edge: Int, saved: [UInt8]?,
        kept: [UInt8], typedActions: TypedActions, number: Int, seed: UInt64
    ) {
        self.world = world
        self.number = number
        self.join = join
        self.room = room
        roomName = World.roomName(room)
        self.edge = edge
        self.typedActions = typedActions
        let random = RandomSource(seed: seed)
        guard let pen = Secret(random.secret(Secret.bytesMin)) else { preconditionFailure("pen") }
        replica =
            saved.flatMap { Replica(saved: $0, join, randomWord: { random.next() }) }
            ?? Replica(join, pen: pen, randomWord: { random.next() })
        replica.restore(from: kept)
        offerCount = replica.offers.count
        self.saved = saved
        if replica.pendingCount > 0 { world.counts.add(.pagesWithPendingActionsLoaded) }
    }

    public var description: String { "page \(number)" }

    var clock: Int64 { world.now + clockAhead }

    public var display: String { String(decoding: replica.view.display.main.text, as: UTF8.self) }
    /// True if the page receives views instead of events, because its rules differ from the server's.
    var followsByViews: Bool { replica.showsViews }
    /// True if the room was closed before this client could enter.
    var isReadOnly: Bool { isJoined && !followsByViews && !join.isWatching && replica.you == nil }
    /// The participant number of this client if it is present.
    var presentNumber: UInt32? { isJoined && !join.isWatching ? replica.you : nil }
    var isJoined: Bool { if case .joined = replica.view.connection { true } else { false } }
    var hasEnded: Bool { if case .ended = replica.view.connection { true } else { false } }
}

/// User actions.
extension ClientHost {
    public func press(_ keys: String) {
        for name in keys.split(separator: " ") {
            guard let key = Key(named: Array(name.utf8)) else { preconditionFailure("\(name)") }
            press(key)
        }
    }

    func press(_ key: Key) {
        record(TypedAction(.plain(.press(key)))) { replica.press(key, at: clock) }
    }

    public func act(_ action: Action) { act(.plain(action)) }

    func act(_ action: ClientAction) {
        record(TypedAction(action)) { replica.act(action, at: clock) }
    }

    public func undo() { record(.undo) { replica.undo(at: clock) } }
    public func redo() { record(.redo) { replica.redo(at: clock) } }

    /// Answers the first offer: types its result, or discards it.
    public func answerOffer(usesResult: Bool) {
        guard let offer = replica.view.offer else { return }
        world.counts.add(.offersAnswered)
        world.note(room, "\(self) answers the offer of \(offer.actions.count) actions")
        offerCount -= 1
        perform(replica.closeOffer(at: clock))
        guard usesResult else { return }
        for byte in offer.result { if let key = Key(named: [byte]) { press(key) } }
    }

    /// Records actions that the replica withdrew: they must not be decided, unless it was not sure.
    private func recordWithdrawnActions() {
        for notice in replica.view.notices.dropFirst(noticeCount) {
            if case .unsure(let actions) = notice {
                typedActions.permitEither(actions.map { TypedAction($0) })
            }
        }
        noticeCount = replica.view.notices.count
        if noticeCount > Self.noticesMax {
            replica.consumeChanges()
            noticeCount = 0
        }
        let offers = replica.offers.dropFirst(offerCount)
        offerCount = replica.offers.count
        for offer in offers {
            world.counts.add(.offersMade)
            let actions = offer.actions.map { TypedAction($0) }
            world.note(room, "\(self) withdraws \(actions)\(offer.isUnsure ? ", unsure" : "")")
            if offer.isUnsure {
                typedActions.permitEither(actions)
            } else {
                typedActions.withdraw(actions)
            }
            if world.canary.sendsOfferedActions {
                for action in offer.actions { perform(replica.act(action, at: clock)) }
            }
        }
    }

    /// Runs a user action. If the replica accepts it, it must be decided exactly once.
    private func record(_ typedAction: TypedAction, _ act: () -> [ReplicaInstruction]) {
        guard !isClosed else { return }
        let before = replica.pendingCount
        let instructions = act()
        if replica.pendingCount > before { typedActions.add(typedAction) }
        world.note(
            room,
            "\(self) does \(typedAction)\(replica.pendingCount > before ? "" : ", which the replica rejects")"
        )
        perform(instructions)
    }
}

/// The connection.
extension ClientHost {
    public func connect() {
        reconnectTime = nil
        guard !isClosed, !isUnanswered else { return }
        guard !isOffline, let connection = world.edges[edge].accept(self, room: room) else {
            return perform(replica.disconnected(code: 1006, at: clock))
        }
        self.connection = connection
        connection.setDelay(delay)
        connection.isHeld = isHeld
        perform(replica.connected(at: clock))
    }

    /// Cuts the connection, loses all frames in transit, and notifies both sides immediately.
    public func cut() {
        guard let connection else { return }
        self.connection = nil
        connection.losePackets()
        world.edges[edge].disconnect(connection)
        perform(replica.disconnected(code: 1006, at: clock))
    }

    /// The frames in transit to the page.
    public var framesInTransit: [[UInt8]] {
        get { connection?.toPeer.frames ?? [] }
        set { connection?.toPeer.frames = newValue }
    }

    /// Delivers all frames in transit immediately.
    public func deliverNow() {
        connection?.toEdge.deliverNow()
        connection?.toPeer.deliverNow()
    }

    /// Loses all frames in one direction, without notice to either side.
    func loseOneDirection(_ random: RandomSource) {
        guard let connection else { return }
        world.counts.add(.connectionsLost)
        let edge = world.edges[edge]
        (random.oneIn(2) ? connection.toEdge : connection.toPeer).losePackets()
        world.later(random.milliseconds(0...35_000)) { edge.disconnect(connection) }
    }

    /// Delays all frames for some time, even if the page closes the connection in the meantime.
    func delayFrames(for milliseconds: Int64) {
        guard let connection else { return }
        connection.isHeld = true
        connection.isJammed = true
        world.later(milliseconds) {
            connection.isJammed = false
            connection.isHeld = false
        }
    }

    /// Cuts the connection. Each side notices it after its own delay; the page may never notice.
    func loseConnection(edgeNoticesAfter edgeTime: Int64, pageNoticesAfter pageTime: Int64?) {
        guard let connection else { return }
        let edge = world.edges[edge]
        connection.toEdge.losePackets(sparing: world.random.next(below: 3))
        connection.toPeer.losePackets(sparing: world.random.next(below: 3))
        world.later(edgeTime) { edge.disconnect(connection) }
        guard let pageTime else { return }
        world.later(pageTime) { [weak self] in self?.connectionEnded(connection, code: 1006) }
    }

    public func receive(_ frame: [UInt8], over connection: SimulatedConnection) {
        guard connection === self.connection else { return }
        let frame = world.checker.clientDidReceive(frame, at: self)
        let before = replica.pendingCount
        perform(replica.receive(frame, at: clock))
        if isReadOnly, replica.pendingCount < before { typedActions.permitMissing() }
        world.checker.replicaDidChange(self)
    }

    public func connectionEnded(_ connection: SimulatedConnection, code: UInt16, text: [UInt8] = [])
    {
        guard connection === self.connection else { return }
        self.connection = nil
        let before = replica.pendingCount
        perform(replica.disconnected(code: code, at: clock))
        // Actions that were lost with the room are not expected, even if the page is reloaded.
        if hasEnded, replica.pendingCount < before { typedActions.permitMissing() }
    }

    private func perform(_ instructions: [ReplicaInstruction]) {
        recordWithdrawnActions()
        for instruction in instructions where !isClosed {
            switch instruction {
            case .send(let frame):
                guard let connection else { continue }
                connection.toEdge.send(
                    .frame(world.checker.clientWillSend(frame, by: self, on: connection)))
            case .save: saved = replica.saved
            // `World.reopen` reads the kept room from the replica.
            case .keep: break
            case .connect(let time):
                timer = nil
                scheduleConnect(at: time)
            case .wake(let time): setTimer(at: time)
            case .reload: world.reload(self)
            case .close:
                closeConnection(code: 1000)
            }
        }
    }

    private func scheduleConnect(at time: Int64) {
        let due = world.canary.reconnectsWithoutPause ? world.now : time - clockAhead
        reconnectTime = due
        reconnectCount += 1
        let attempt = reconnectCount
        world.at(due) { [weak self] in
            guard let self, reconnectTime == due, reconnectCount == attempt, !isAsleep else {
                return
            }
            connect()
        }
    }

    private func setTimer(at time: Int64) {
        let due = time - clockAhead
        timer = due
        world.at(due) { [weak self] in
            guard let self, timer == due, !isAsleep else { return }
            wakeUp()
        }
    }

    private func wakeUp() {
        timer = nil
        perform(replica.wake(at: clock))
    }

    /// Moves the page's clock, as after sleep or a manual change, and runs timers that became due. A
    /// clock that is set back does not move timers.
    public func moveClock(by milliseconds: Int64) {
        clockAhead += milliseconds
        let now = world.now + max(0, milliseconds)
        if let due = reconnectTime, due <= now { connect() }
        if let due = timer, due <= now { wakeUp() }
    }

    /// Handles the browser's `online` event.
    func networkIsBack() { perform(replica.wake(at: clock)) }

    /// Closes the page, for good or to be reloaded.
    func close(forGood: Bool) {
        if forGood, replica.pendingCount > 0 { typedActions.isAbandoned = true }
        closeConnection(code: 1001)
        isClosed = true
    }

    /// Closes the connection. If the close is lost, the edge notices it by its pings.
    private func closeConnection(code: UInt16) {
        guard let connection else { return }
        self.connection = nil
        if !connection.isJammed { connection.isHeld = false }
        connection.toEdge.send(.end(code))
        world.later(Self.pingTime) { connection.edge.disconnect(connection) }
    }

    /// Fewer than a replica keeps.
    private static let noticesMax = 32
    private static let pingTime: Int64 = 35_000
}
