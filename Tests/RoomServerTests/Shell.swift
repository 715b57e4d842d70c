import RoomServer
import SeededNumbers
import SharedRoom
import Testing

/// A shell for tests: sockets are lists of texts, and the store numbers what it is asked to append,
/// when it is let.
final class Shell {
    struct Closed: Equatable {
        let reason: CloseReason
        let text: String
    }

    var edge: Edge
    var now: Int64 = 1_000
    let name: RoomName
    var epoch: UInt64 = 0x9f2c
    /// What the store has.
    var log: [Event] = []
    /// While it is held, requests wait.
    var isHeld = false
    /// Whether requests are taken when a turn ends, and not after each call.
    var gathersRequests = false
    var isWritable = true
    /// Drafts from another edge, which the store takes just before the next append.
    var overtaking: [Draft] = []
    private var waiting: [LogRequest] = []
    /// Everything that was asked for, and what was said to whom.
    private(set) var requests: [LogRequest] = []
    private(set) var sent: [(session: SessionID, frame: [UInt8])] = []
    private var closed: [(session: SessionID, closed: Closed)] = []
    private(set) var wakes: [Int64] = []
    /// Where those who connect come from; otherwise each comes from somewhere else.
    var origin: UInt64?
    private var lastOrigin: UInt64 = 1_000

    init(_ limits: ServiceLimits = ServiceLimits(), name: String = "7b") throws {
        self.name = try #require(RoomName(normal: name.utf8))
        var numbers = SplitMix(seed: 7)
        edge = Edge(limits: limits, digest: digest, chance: { numbers.next() })
    }

    func connect() -> SessionID {
        lastOrigin += 1
        let (session, actions) = edge.connect(name, from: origin ?? lastOrigin, at: now)
        take(actions)
        return session
    }

    func say(_ text: String, _ session: SessionID) {
        take(edge.receive(Array(text.utf8), from: session, at: now))
    }

    /// The pause in milliseconds.
    func charge(_ bytes: Int64, packets: Int64 = 0, _ session: SessionID) -> Int64 {
        let (pause, actions) = edge.charge(bytes: bytes, packets: packets, to: session, at: now)
        take(actions)
        return pause
    }

    func leave(_ session: SessionID) { take(edge.disconnect(session, at: now)) }

    func report(_ report: LogReport) { take(edge.report(report, at: now)) }

    func stop() { take(edge.stop(at: now)) }

    /// The store answers all it was asked, and turns end, until nothing more happens.
    func turn() {
        repeat {
            take(edge.endTurn(at: now))
            takeRequests()
            answer()
            take(edge.endTurn(at: now))
        } while !isHeld && (edge.hasRequests || !waiting.isEmpty)
    }

    /// Time goes by, and the edge is woken.
    func pass(_ time: Int64) {
        now += time
        take(edge.wake(at: now))
        turn()
    }

    /// Lets the store answer what waits, once.
    func answer() {
        guard !isHeld else { return }
        let requests = waiting
        waiting = []
        for request in requests { answer(request) }
    }

    private func answer(_ request: LogRequest) {
        switch request {
        case .open(let name):
            report(.opened(name, OpenedRoom(epoch: epoch, events: log)))
        case .append(let name, let drafts, let ticket):
            guard isWritable else { return report(.refused(name, ticket: ticket, .unavailable)) }
            let first = overtaking
            overtaking = []
            report(.events(name, commit(first + drafts)))
        case .head(let name, let ticket):
            report(.head(name, ticket: ticket, sequence: Int64(log.count)))
        case .forget(let name, _):
            log = []
            report(.forgotten(name))
        case .read, .tape, .announce, .close: break
        }
    }

    /// Puts drafts into the log without telling the edge.
    @discardableResult
    func commit(_ drafts: [Draft]) -> [Event] {
        let first = Int64(log.count) + 1
        let events = drafts.enumerated().map { index, draft in
            Event(sequence: first + Int64(index), time: 1_790_000_000_000 + now, draft: draft)
        }
        log += events
        return events
    }

    private func take(_ actions: [EdgeAction]) {
        for action in actions {
            switch action {
            case .send(let session, let frame): sent.append((session, frame))
            case .close(let session, let reason, let text):
                let text = String(decoding: text, as: UTF8.self)
                closed.append((session, Closed(reason: reason, text: text)))
            case .wake(let time): wakes.append(time)
            }
        }
        if !gathersRequests { takeRequests() }
    }

    /// What the edge wants to be asked of the store.
    func takeRequests() {
        let taken = edge.takeRequests()
        requests += taken
        waiting += taken
    }
}

/// Looking.
extension Shell {
    /// What a session was sent since this was asked last for anybody.
    func frames(_ session: SessionID) -> [String] {
        sent.filter { $0.session == session }.map { String(decoding: $0.frame, as: UTF8.self) }
    }

    /// Those about who is here.
    func presence(_ session: SessionID) -> [String] {
        frames(session).filter { $0.hasPrefix(#"{"here""#) }
    }

    func messages(_ session: SessionID) throws -> [ServerMessage] {
        try sent.filter { $0.session == session }
            .compactMap { try ServerMessage.decode($0.frame) }
    }

    func forgetSent() { sent = [] }

    func closing(_ session: SessionID) -> CloseReason? {
        closed.first { $0.session == session }?.closed.reason
    }

    func closingText(_ session: SessionID) -> String? {
        closed.first { $0.session == session }?.closed.text
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

    var appends: [[Draft]] {
        requests.compactMap { request in
            if case .append(_, let drafts, _) = request { drafts } else { nil }
        }
    }

    /// Somebody with a secret of their own who has joined.
    func join(_ letter: Character, _ more: String = "") throws -> SessionID {
        let session = connect()
        say(joining(letter, more), session)
        turn()
        return session
    }

    /// The first one, who makes the room.
    func host(lock: Bool = false) throws -> SessionID {
        let making = #","make":{"keypad":"standard","lock":\#(lock)}"#
        return try join("h", making)
    }
}

func joining(_ letter: Character, _ more: String = "") -> String {
    #"{"join":{"secret":"\#(String(repeating: letter, count: 22))"\#(more)}}"#
}

/// Not a good digest, but the same everywhere.
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
