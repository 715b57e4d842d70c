import CalculatorEngine
import RoomClient
import SharedRoom

/// A simulated page around a production `Replica`: a socket, one timer and browser storage.
public final class ClientHost: Caller, CustomStringConvertible {
    unowned let world: World
    let number: Int
    public private(set) var replica: Replica
    let join: Join
    let room: String
    /// Index of the edge for the next connection.
    public var edge: Int
    /// The actions typed in this page and in the pages that it is a copy of.
    let typed: Typed
    private(set) var link: Link?
    /// Times of the next wake-up and the next connection attempt, by the world's clock.
    public private(set) var timer: Int64?
    public private(set) var dialing: Int64?
    public private(set) var saved: [UInt8]?
    /// Counts the scheduled connection attempts, so that an outdated one is ignored.
    private var dialCount = 0
    /// Milliseconds by which the page's clock is ahead of the world's.
    private(set) var clockAhead: Int64 = 0
    /// The version of the rules in this page.
    var rules = 0
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
    var seen: (epoch: UInt64, sequence: Int64) = (0, 0)

    /// True while frames in both directions wait.
    public var isHeld = false {
        didSet { link?.isHeld = isHeld }
    }
    public var isOffline = false
    /// True if the network drops connection attempts.
    public var isUnanswered = false

    init(
        _ world: World, _ join: Join, room: String, edge: Int, saved: [UInt8]?,
        kept: [UInt8], typed: Typed, number: Int, seed: UInt64
    ) {
        self.world = world
        self.number = number
        self.join = join
        self.room = room
        self.edge = edge
        self.typed = typed
        let fate = Fate(seed: seed)
        guard let pen = Secret(fate.secret(Secret.bytesMin)) else { preconditionFailure("pen") }
        replica =
            saved.flatMap { Replica(saved: $0, join, randomWord: { fate.next() }) }
            ?? Replica(join, pen: pen, randomWord: { fate.next() })
        replica.restore(from: kept)
        self.saved = saved
        if replica.pendingCount > 0 { world.tally.add(.pagesWithPendingActionsLoaded) }
    }

    public var description: String { "page \(number)" }

    var clock: Int64 { world.now + clockAhead }

    public var display: String { String(decoding: replica.view.display.main.text, as: UTF8.self) }
    /// True if the page receives views instead of events, because its rules differ from the server's.
    var isThin: Bool { replica.showsViews }
    /// True if the room was closed before this client could enter.
    var mayOnlyLook: Bool { isJoined && !isThin && !join.isWatching && replica.you == nil }
    /// The participant number under which this client is present.
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
        note(Said(.plain(.press(key)))) { replica.press(key, at: clock) }
    }

    public func act(_ action: Action) { act(.plain(action)) }

    func act(_ action: ClientAction) {
        note(Said(action)) { replica.act(action, at: clock) }
    }

    public func undo() { note(.undo) { replica.undo(at: clock) } }
    public func redo() { note(.redo) { replica.redo(at: clock) } }

    public func answer(_ sendThem: Bool) {
        let asked = replica.view.question.map { Said($0) }
        guard !asked.isEmpty else { return }
        world.tally.add(.questionsAnswered)
        let before = replica.pendingCount
        let actions = replica.answerQuestion(send: sendThem, at: clock)
        world.note(room, "\(self) is asked about \(asked) and says \(sendThem)")
        typed.wereAsked(asked, lost: sendThem ? 0 : before - replica.pendingCount)
        perform(actions)
    }

    /// Runs a user action. If the replica accepts it, it must be decided exactly once.
    private func note(_ said: Said, _ act: () -> [ReplicaAction]) {
        guard !isClosed else { return }
        let before = replica.pendingCount
        let actions = act()
        if replica.pendingCount > before { typed.add(said) }
        world.note(
            room,
            "\(self) does \(said)\(replica.pendingCount > before ? "" : ", which is not taken")")
        perform(actions)
    }
}

/// The connection.
extension ClientHost {
    public func connect() {
        dialing = nil
        guard !isClosed, !isUnanswered else { return }
        guard !isOffline, let link = world.edges[edge].accept(self, room: room) else {
            return perform(replica.disconnected(code: 1006, at: clock))
        }
        self.link = link
        link.setDelay(delay)
        link.isHeld = isHeld
        perform(replica.connected(at: clock))
    }

    /// Cuts the connection, loses all frames in transit, and notifies both sides immediately.
    public func cut() {
        guard let link else { return }
        self.link = nil
        link.die()
        world.edges[edge].hangUp(link)
        perform(replica.disconnected(code: 1006, at: clock))
    }

    /// The frames in transit to the page.
    public var arriving: [[UInt8]] {
        get { link?.toCaller.frames ?? [] }
        set { link?.toCaller.frames = newValue }
    }

    /// Delivers all frames in transit immediately.
    public func hurry() {
        link?.toEdge.hurry()
        link?.toCaller.hurry()
    }

    /// Loses all frames in one direction, without notice to either side.
    func loseOneDirection(_ fate: Fate) {
        guard let link else { return }
        world.tally.add(.linksLost)
        let edge = world.edges[edge]
        if fate.oneIn(2) { link.toEdge.die() } else { link.toCaller.die() }
        world.later(fate.milliseconds(0...35_000)) { edge.hangUp(link) }
    }

    /// Delays all frames for some time, even if the page has closed the connection by then.
    func jam(for milliseconds: Int64) {
        guard let link else { return }
        link.isHeld = true
        link.isJammed = true
        world.later(milliseconds) {
            link.isJammed = false
            link.isHeld = false
        }
    }

    /// Cuts the connection. Each side notices it after its own delay; the page may never notice.
    func lose(tellingEdgeAfter edgeTime: Int64, tellingPageAfter pageTime: Int64?) {
        guard let link else { return }
        let edge = world.edges[edge]
        link.toEdge.die(sparing: world.fate.next(below: 3))
        link.toCaller.die(sparing: world.fate.next(below: 3))
        world.later(edgeTime) { edge.hangUp(link) }
        guard let pageTime else { return }
        world.later(pageTime) { [weak self] in self?.ended(link, code: 1006) }
    }

    public func arrived(_ frame: [UInt8], by link: Link) {
        guard link === self.link else { return }
        let frame = world.checks.arrived(frame, at: self)
        let before = replica.pendingCount
        perform(replica.receive(frame, at: clock))
        if mayOnlyLook, replica.pendingCount < before { typed.wasGivenUp() }
        world.checks.moved(self)
    }

    public func ended(_ link: Link, code: UInt16, text: [UInt8] = []) {
        guard link === self.link else { return }
        self.link = nil
        let before = replica.pendingCount
        perform(replica.disconnected(code: code, at: clock))
        // Actions that were lost with the room are not expected, even if the page is reloaded.
        if hasEnded, replica.pendingCount < before { typed.wasGivenUp() }
    }

    private func perform(_ actions: [ReplicaAction]) {
        for action in actions where !isClosed {
            switch action {
            case .send(let frame):
                guard let link else { continue }
                link.toEdge.send(.frame(world.checks.sent(frame, by: self, on: link)))
            case .save: saved = replica.saved
            case .keep: break
            case .connect(let time):
                timer = nil
                dial(at: time)
            case .wake(let time): setTimer(at: time)
            case .reload: world.reload(self)
            case .close:
                letGo(code: 1000)
            }
        }
    }

    private func dial(at time: Int64) {
        let due = world.sabotage.dialsAtOnce ? world.now : time - clockAhead
        dialing = due
        dialCount += 1
        let dial = dialCount
        world.at(due) { [weak self] in
            guard let self, dialing == due, dialCount == dial, !isAsleep else { return }
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
        if let due = dialing, due <= now { connect() }
        if let due = timer, due <= now { wakeUp() }
    }

    /// Handles the browser's `online` event.
    func networkIsBack() {
        perform(replica.wake(at: clock))
    }

    /// Closes the page, for good or to be reloaded.
    func close(forGood: Bool) {
        if forGood, replica.pendingCount > 0 { typed.isAbandoned = true }
        letGo(code: 1001)
        isClosed = true
    }

    /// Closes the connection. If the close is lost, the edge notices it by its pings.
    private func letGo(code: UInt16) {
        guard let link else { return }
        self.link = nil
        if !link.isJammed { link.isHeld = false }
        link.toEdge.send(.end(code))
        world.later(Self.pingTime) { link.edge.hangUp(link) }
    }

    private static let pingTime: Int64 = 35_000
}
