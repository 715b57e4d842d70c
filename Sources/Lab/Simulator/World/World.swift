import CalculatorEngine
import RoomClient
import RoomServer
import RoomStore
import SharedRoom

/// A deterministic simulation of clients, edges and a store, without sockets, disks, threads or a
/// real clock.
///
/// Replicas, edges and the memory store are production code. The world owns the clock and a queue of
/// scheduled tasks: a step runs the next task and moves the clock to its time. The seed, and the
/// calls of a test or a `SimulationRound`, determine everything. A `PromiseChecker` observes all
/// messages.
///
///     let world = World(edges: 2)
///     let ada = world.client("ada")
///     let ben = world.client("ben", edge: 1)
///     world.settle()
///     ada.press("1 + 2 =")
///     world.settle()
///     ben.display   // 3
public final class World {
    public internal(set) var now = World.beginning {
        didSet { if now != oldValue { stepsAtThisInstant = 0 } }
    }
    /// Steps since the clock last advanced.
    private var stepsAtThisInstant = 0
    public private(set) lazy var store = SimulatedStore(
        self, seed: storeSeed, eventsKeptMax: eventsKeptMax)
    public private(set) var edges: [EdgeHost] = []
    public internal(set) var clients: [ClientHost] = []
    private(set) lazy var checker = PromiseChecker(self)
    let canary: Canary
    let random: RandomSource
    var counts = SimulationCounts()
    private var schedule = Schedule()
    private let storeSeed: UInt64
    private let eventsKeptMax: Int
    /// Names of all rooms that any client ever opened.
    private(set) var roomNames: [RoomName] = []
    /// Bytes that a socket buffers before it is full.
    var socketBytesMax = 65_536
    /// Receives every line of the trace, if set.
    var trace: ((TraceLine) -> Void)?
    private(set) var pageCount = 0

    public init(
        seed: UInt64 = 1, edges: Int = 1, limits: Limits = World.generous,
        eventsKeptMax: Int = 10_000, canary: Canary.Kind? = nil
    ) {
        random = RandomSource(seed: seed)
        storeSeed = random.next()
        self.eventsKeptMax = eventsKeptMax
        self.canary = Canary(canary, seed: seed ^ 0x5AB0)
        for _ in 0..<edges { self.edges.append(EdgeHost(self, limits, seed: random.next())) }
    }

    public var steps: Int { counts[.steps] }

    /// The first broken promise, or nil.
    public var failure: Failure? { checker.failure }

    /// Limits that never throttle, since test clients type faster than people.
    public static var generous: Limits {
        var limits = Limits()
        limits.lift()
        return limits
    }
}

/// The trace.
extension World {
    public struct TraceLine: Sendable, CustomStringConvertible {
        public let step: Int
        public let milliseconds: Int64
        /// The affected room, or nil if all rooms are affected.
        public let room: String?
        public let text: String

        public var description: String {
            "\(step)  \(milliseconds) ms  \(room.map { "\($0)  " } ?? "")\(text)"
        }
    }

    func note(_ room: String?, _ text: @autoclosure () -> String) {
        trace?(
            TraceLine(step: steps, milliseconds: now - Self.beginning, room: room, text: text()))
    }

    func note(_ room: String?, _ text: @autoclosure () -> String, _ frame: [UInt8]) {
        guard trace != nil else { return }
        let shown = String(decoding: frame.prefix(Self.frameBytesShown), as: UTF8.self)
        note(room, "\(text()) \(shown)")
    }

    private static let frameBytesShown = 200
}

/// Time.
extension World {
    /// Late enough that a clock that is set back stays positive.
    static let beginning: Int64 = 1_000_000_000_000
    /// More steps than this at one time are an endless loop. Normal histories have at most a hundredth.
    static let stepsAtInstantMax = 100_000

    func at(_ time: Int64, _ task: @escaping () -> Void) {
        schedule.add(at: max(time, now), task)
    }

    func later(_ delay: Int64, _ task: @escaping () -> Void) {
        at(now + delay, task)
    }

    /// Runs the next task that is due by `end`. Returns false if no task is due, or if
    /// time does not advance.
    func step(until end: Int64 = .max) -> Bool {
        guard let next = schedule.nextTime, next <= end, let entry = schedule.popFirst() else {
            return false
        }
        now = max(now, entry.time)
        stepsAtThisInstant += 1
        guard stepsAtThisInstant <= Self.stepsAtInstantMax else {
            checker.fail(.bounded, in: nil, "time does not advance at \(now - Self.beginning) ms")
            return false
        }
        counts.add(.steps)
        entry.task()
        return true
    }

    /// Runs all tasks that are due now, without advancing the clock.
    public func settle() {
        while step(until: now) {}
    }

    /// Advances the clock and runs all tasks that become due.
    public func advance(by milliseconds: Int64) {
        let end = now + milliseconds
        while step(until: end) {}
        now = end
    }
}

/// Pages.
extension World {
    @discardableResult
    public func client(
        _ secret: String = "ada", room: String = "class", keypad: Keypad? = .standard,
        name: String = "", edge: Int = 0, saved: [UInt8]? = nil, kept: [UInt8] = [],
        _ change: (inout Join) -> Void = { _ in }
    ) -> ClientHost {
        var join = Join(secret: Self.secret(secret))
        join.make = keypad.map { Join.MakeOptions(keypad: $0) }
        join.name = PersonName(Array(name.utf8)) ?? .none
        change(&join)
        // A page that starts from the saved state of another one shares its typed actions.
        let typedActions = clients.first { $0.join.secret == join.secret && $0.saved == saved }?
            .typedActions
        if saved != nil { typedActions?.isDuplicated = true }
        return open(
            join, room: room, edge: edge, saved: saved, kept: kept,
            typedActions: saved == nil ? nil : typedActions)
    }

    func open(
        _ join: Join, room: String, edge: Int, saved: [UInt8]? = nil,
        kept: [UInt8] = [], typedActions: TypedActions? = nil
    ) -> ClientHost {
        let client = ClientHost(
            self, join, room: room, edge: edge, saved: saved, kept: kept,
            typedActions: typedActions ?? TypedActions(), number: pageCount, seed: random.next())
        pageCount += 1
        note(
            room,
            "\(client) opens a page at edge \(edge)\(saved == nil ? "" : ", from its saved state")")
        if !roomNames.contains(client.roomName) { roomNames.append(client.roomName) }
        clients.append(client)
        client.connect()
        return client
    }

    /// Opens a reloaded or duplicated page from its saved state, and from the kept room if there is one:
    /// half of the browsers keep rooms.
    @discardableResult
    func reopen(_ client: ClientHost, edge: Int) -> ClientHost {
        let keeps = client.number % 2 == 0 && !client.isDamaged
        let copy = open(
            client.join, room: client.room, edge: edge, saved: client.saved,
            kept: keeps ? client.replica.kept : [], typedActions: client.typedActions)
        copy.rules = client.rules
        if !client.isClosed { client.typedActions.isDuplicated = true }
        return copy
    }

    func close(_ client: ClientHost, forGood: Bool) {
        note(client.room, "\(client) is closed\(forGood ? "" : ", to be reloaded")")
        client.close(forGood: forGood)
        clients.removeAll { $0 === client }
    }

    /// Reloads a page. Two of three reloads get the server's version of the rules.
    func reload(_ client: ClientHost) {
        counts.add(.reloads)
        close(client, forGood: false)
        let copy = reopen(client, edge: client.edge)
        copy.rules = random.oneIn(3) ? client.rules : edges[client.edge].rules
    }

    public static func secret(_ text: String) -> Secret {
        let padded = Array((text + String(repeating: "-", count: 22)).utf8.prefix(22))
        guard let secret = Secret(padded) else { preconditionFailure(text) }
        return secret
    }

    static func roomName(_ text: String) -> RoomName {
        guard let name = RoomName(normal: text.utf8) else { preconditionFailure(text) }
        return name
    }

    /// Raises the rules version in a welcome if page and server have different versions. The engine itself
    /// has only one version.
    func rewriteRules(_ frame: [UInt8], for client: ClientHost) -> [UInt8] {
        guard client.rules != edges[client.edge].rules,
            case .welcome(var welcome) = try? ServerMessage.decode(frame)
        else { return frame }
        welcome.rules += 1
        return ServerMessage.welcome(welcome).encoded
    }
}
