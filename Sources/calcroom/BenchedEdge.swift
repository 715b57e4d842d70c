import RoomServer
import SharedRoom

/// An edge with one room, whose sockets take everything and whose store commits at once.
struct BenchedEdge {
    var edge: Edge
    let name: RoomName
    private(set) var now: Int64 = 1_000
    private var sequence: Int64 = 0
    private var keyCount: Int64 = 0
    private(set) var host: SessionID?
    /// What all sockets were given.
    private(set) var byteCount = 0

    init() {
        guard let name = RoomName(normal: "7b".utf8) else { preconditionFailure("7b is a name") }
        self.name = name
        edge = Edge(limits: .benched, digest: mixed, chance: { 7 })
        host = connect(person: 0, #","make":{"keypad":"standard"}"#)
        finishTurn()
    }

    /// Somebody who says `join`; a turn later they are welcome.
    @discardableResult
    mutating func connect(person: Int, _ more: String = "") -> SessionID {
        let (session, _) = edge.connect(name, from: 0, at: now)
        let secret = String(1_000_000_000 + person) + "abcdefghijkl"
        receive(Array(#"{"join":{"secret":"\#(secret)","name":"Pupil"\#(more)}}"#.utf8), session)
        return session
    }

    mutating func addWatchers(_ count: Int) {
        for _ in 0..<count { connect(person: 0, #","watch":true"#) }
        finishTurn()
    }

    /// One more key of the host, as far as the request to the store.
    mutating func receiveKey() -> [EdgeAction] {
        guard let host else { return [] }
        keyCount += 1
        let key = keyCount.isMultiple(of: 2) ? "back" : "7"
        return edge.receive(
            Array(#"{"n":\#(keyCount),"press":"\#(key)"}"#.utf8), from: host, at: now)
    }

    mutating func receive(_ frame: [UInt8], _ session: SessionID) {
        take(edge.receive(frame, from: session, at: now))
    }

    /// A key from its frame to everybody's.
    mutating func pressKey() {
        take(receiveKey())
        take(edge.endTurn(at: now))
    }

    /// Ends turns until nothing more comes of it.
    mutating func finishTurn() {
        for _ in 0..<4 { take(edge.endTurn(at: now)) }
    }

    mutating func pass(_ time: Int64) {
        now += time
        take(edge.wake(at: now))
        finishTurn()
    }

    mutating func leave(_ session: SessionID) {
        take(edge.disconnect(session, at: now))
        take(edge.endTurn(at: now))
    }

    private mutating func take(_ actions: [EdgeAction]) {
        for action in actions {
            switch action {
            case .send(_, let frame): byteCount += frame.count
            case .close, .wake: break
            }
        }
        for request in edge.takeRequests() { answer(request) }
    }

    private mutating func answer(_ request: LogRequest) {
        switch request {
        case .open(let name): report(.opened(name, OpenedRoom(epoch: 1)))
        case .append(let name, let drafts, _):
            var events: [Event] = []
            for draft in drafts {
                sequence += 1
                events.append(Event(sequence: sequence, time: now, draft: draft))
            }
            report(.events(name, events))
        case .head(let name, let ticket): report(.head(name, ticket: ticket, sequence: sequence))
        case .read, .tape, .announce, .close, .forget: break
        }
    }

    private mutating func report(_ report: LogReport) { take(edge.report(report, at: now)) }
}

extension ServiceLimits {
    /// Without those that would end a measurement.
    static var benched: ServiceLimits {
        var limits = ServiceLimits()
        limits.keysPerSecond = .max
        limits.keysAtOnceMax = .max
        limits.stepsAtOnceMax = .max
        limits.addressKeysAtOnceMax = .max
        limits.addressStepsAtOnceMax = .max
        limits.actionsInFlightMax = .max
        limits.sessionsPerRoomMax = .max
        return limits
    }
}

/// No digest, but every secret has another.
func mixed(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for part in 0..<4 {
        var hash: UInt64 = 14_695_981_039_346_656_037 &+ UInt64(part)
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
        for shift in 0..<8 { result.append(UInt8(truncatingIfNeeded: hash >> UInt64(8 * shift))) }
    }
    return result
}
