import RoomServer
import SeededNumbers
import SharedRoom
import Testing

/// A shell for tests: it records frames instead of sending them, and has a store that a test can pause.
final class TestShell {
    var edge: Edge
    var now: Int64 = 1_000
    let name: RoomName
    var epoch: UInt64 = 0x9f2c
    /// The event logs in the store, by the name of their room.
    private var logs: [[UInt8]: [Event]] = [:]
    /// The event log of the room with the name `name`.
    var log: [Event] {
        get { logs[name.bytes, default: []] }
        set { logs[name.bytes] = newValue }
    }
    /// While it is true, requests wait.
    var isStorePaused = false
    /// True if requests are dequeued at the end of a tick, false if after each call.
    var gathersRequests = false
    var isWritable = true
    /// Drafts from another edge, which the store commits just before the next append.
    var overtakingDrafts: [Draft] = []
    private var waiting: [LogRequest] = []
    /// All requests to the store.
    private(set) var requests: [LogRequest] = []
    private(set) var sent: [(session: SessionID, frame: [UInt8])] = []
    private var closed: [(session: SessionID, reason: CloseReason, text: String)] = []
    private var metLimits: [(session: SessionID, limit: Limit)] = []
    private(set) var wakes: [Int64] = []
    /// The address of new connections; if nil, each has its own.
    var address: UInt64?
    private var lastAddress: UInt64 = 1_000
    /// The lockout of new connections.
    var lockout: Int64?

    /// `TestShell { $0[.keysAtOnceMax] = 3 }`
    init(
        name: String = "7b", _ configure: (inout Limits) -> Void = { _ in }
    ) throws {
        self.name = try #require(RoomName(normal: name.utf8))
        var numbers = SplitMix(seed: 7)
        edge = Edge(limits: .with(configure), digest: digest, randomWord: { numbers.next() })
    }

    /// Connects to a room, by default to the one with the name `name`.
    func connect(to room: String? = nil) -> SessionID {
        lastAddress += 1
        let name = room.flatMap { RoomName(normal: $0.utf8) } ?? name
        let (session, instructions) = edge.connect(
            name, from: address ?? lastAddress, lockout: lockout, at: now)
        perform(instructions)
        return session
    }

    func say(_ text: String, _ session: SessionID) {
        perform(edge.receive(Array(text.utf8), from: session, at: now))
    }

    /// Receives a frame and ends the tick.
    func act(_ text: String, _ session: SessionID) {
        say(text, session)
        tick()
    }

    /// Receives a frame that presses the key 7 `count` times.
    func press(_ count: Int, from number: Int = 1, _ session: SessionID) {
        let keys = Array(repeating: #""7""#, count: count).joined(separator: ",")
        say(#"{"n":\#(number),"press":[\#(keys)]}"#, session)
    }

    /// Charges received bytes. Returns the pause in milliseconds.
    func charge(_ bytes: Int64, packets: Int64 = 0, _ session: SessionID) -> Int64 {
        let (pause, instructions) = edge.charge(
            bytes: bytes, packets: packets, to: session, at: now)
        perform(instructions)
        return pause
    }

    func leave(_ session: SessionID) { perform(edge.disconnect(session, at: now)) }

    func report(_ report: LogReport) { perform(edge.report(report, at: now)) }

    func stop() { perform(edge.stop(at: now)) }

    /// Ends ticks and lets the store answer until no requests are left.
    func tick() {
        repeat {
            perform(edge.endTick(at: now))
            dequeueRequests()
            answer()
            perform(edge.endTick(at: now))
        } while !isStorePaused && (edge.hasRequests || !waiting.isEmpty)
    }

    /// Advances the time by some milliseconds, then wakes the edge.
    func wait(_ time: Int64) {
        now += time
        perform(edge.wake(at: now))
        tick()
    }

    /// Wakes the edge until it waits for a later time.
    func wakeWhileDue() {
        repeat {
            wakes = []
            wait(0)
        } while (wakes.last ?? .max) <= now
    }

    /// Answers the waiting requests unless the store is paused.
    func answer() {
        guard !isStorePaused else { return }
        let requests = waiting
        waiting = []
        for request in requests { answer(request) }
    }

    private func answer(_ request: LogRequest) {
        switch request {
        case .open(let name, let ticket):
            let events = logs[name.bytes, default: []]
            report(.opened(name, ticket: ticket, OpenedRoom(epoch: epoch, events: events)))
        case .append(let name, let drafts, let ticket):
            guard isWritable else { return report(.refused(name, ticket: ticket, .unavailable)) }
            let first = overtakingDrafts
            overtakingDrafts = []
            report(.events(name, commit(first + drafts, in: name)))
            report(.done(name, ticket: ticket))
        case .head(let name, let ticket):
            let count = logs[name.bytes, default: []].count
            report(.head(name, ticket: ticket, sequence: Int64(count)))
        case .forget(let name, let ticket):
            logs[name.bytes] = nil
            report(.forgotten(name))
            report(.done(name, ticket: ticket))
        case .close(let name, let ticket): report(.done(name, ticket: ticket))
        case .announce: break
        }
    }

    /// Commits drafts without reporting the events to the edge.
    @discardableResult
    func commit(_ drafts: [Draft], in room: RoomName? = nil) -> [Event] {
        let room = (room ?? name).bytes
        let first = Int64(logs[room, default: []].count) + 1
        let events = drafts.enumerated().map { index, draft in
            Event(sequence: first + Int64(index), time: 1_790_000_000_000 + now, draft: draft)
        }
        logs[room, default: []] += events
        return events
    }

    private func perform(_ instructions: [EdgeInstruction]) {
        for instruction in instructions {
            switch instruction {
            case .send(let session, let frame): sent.append((session, frame))
            case .close(let session, let reason, let text):
                closed.append((session, reason, String(decoding: text, as: UTF8.self)))
            case .joined: break
            case .noteLimit(let limit, let session): metLimits.append((session, limit))
            case .wake(let time): wakes.append(time)
            }
        }
        if !gathersRequests { dequeueRequests() }
    }

    func dequeueRequests() {
        let dequeued = edge.dequeueRequests()
        requests += dequeued
        waiting += dequeued
    }
}

/// Observations.
extension TestShell {
    /// The frames sent to a session since `clearSent`.
    func frames(_ session: SessionID) -> [String] {
        sent.filter { $0.session == session }.map { String(decoding: $0.frame, as: UTF8.self) }
    }

    /// The presence frames among them.
    func presence(_ session: SessionID) -> [String] {
        frames(session).filter { $0.hasPrefix(#"{"here""#) }
    }

    func messages(_ session: SessionID) throws -> [ServerMessage] {
        try sent.filter { $0.session == session }
            .compactMap { try ServerMessage.decode($0.frame) }
    }

    func clearSent(of session: SessionID? = nil) {
        sent.removeAll { session == nil || $0.session == session }
    }

    /// The limits that the session has met.
    func limits(_ session: SessionID) -> [Limit] {
        metLimits.filter { $0.session == session }.map(\.limit)
    }

    func closing(_ session: SessionID) -> CloseReason? {
        closed.first { $0.session == session }?.reason
    }

    func closingText(_ session: SessionID) -> String? {
        closed.first { $0.session == session }?.text
    }

    func welcome(_ session: SessionID) throws -> Welcome? {
        for case .welcome(let welcome) in try messages(session).reversed() { return welcome }
        return nil
    }

    func refusals(_ session: SessionID) throws -> [String] {
        try messages(session).compactMap { message in
            guard case .refused(let count, let why?, _) = message else { return nil }
            return "\(count) \(why.name)"
        }
    }

    /// Answers the last request to open the room.
    func reportOpened(_ opened: OpenedRoom) {
        for case .open(let name, let ticket) in requests.reversed() {
            return report(.opened(name, ticket: ticket, opened))
        }
    }

    /// True if the last requests close the room and open it again.
    var hasReopened: Bool {
        let last = Array(requests.suffix(2))
        guard last.count == 2, case .close(name, _) = last[0], case .open(name, _) = last[1] else {
            return false
        }
        return true
    }

    var appends: [[Draft]] {
        requests.compactMap { request in
            if case .append(_, let drafts, _) = request { drafts } else { nil }
        }
    }

    /// Joins with a secret made of one letter.
    func join(_ letter: Character, _ more: String = "") throws -> SessionID {
        let session = connect()
        say(joining(letter, more), session)
        tick()
        return session
    }

    /// A shell with a room, and the host of the room.
    static func hosted(
        _ configure: (inout Limits) -> Void = { _ in }
    ) throws -> (TestShell, SessionID) {
        let shell = try TestShell(configure)
        return (shell, try shell.host())
    }

    /// Joins as the host, who makes the room.
    func host(lock: Bool = false) throws -> SessionID {
        let making = #","make":{"keypad":"standard","lock":\#(lock)}"#
        return try join("h", making)
    }
}

extension Limits {
    static func with(_ configure: (inout Limits) -> Void) -> Limits {
        var limits = Limits()
        configure(&limits)
        return limits
    }
}

func joining(_ letter: Character, _ more: String = "") -> String {
    joining(secret: secret(letter), more)
}

func joining(secret: String, _ more: String = "") -> String {
    #"{"join":{"secret":"\#(secret)"\#(more)}}"#
}

func secret(_ letter: Character) -> String { String(repeating: letter, count: 22) }
func secret(_ number: Int) -> String { "\(1_000_000_000 + number)abcdefghijkl" }

/// A weak digest without dependencies. It only has to be the same on every platform.
func digest(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for part in 0..<4 {
        var hash = UInt64(14_695_981_039_346_656_037) &+ UInt64(part)
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
        for shift in 0..<8 { result.append(UInt8(truncatingIfNeeded: hash >> UInt64(8 * shift))) }
    }
    return result
}
