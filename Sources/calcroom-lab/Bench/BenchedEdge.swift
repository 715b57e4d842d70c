import RoomServer
import SharedRoom

/// An edge with one room, sockets that accept everything, and a store that commits at once.
struct BenchedEdge {
    var edge: Edge
    let name: RoomName
    private(set) var now: Int64 = 1_000
    private var sequence: Int64 = 0
    private var keyCount: Int64 = 0
    private(set) var host: SessionID?
    /// The bytes sent to all sockets.
    private(set) var byteCount = 0

    init() {
        guard let name = RoomName(normal: "7b".utf8) else { preconditionFailure("7b is a name") }
        self.name = name
        edge = Edge(limits: .benched, digest: fastDigest, randomWord: { 7 })
        host = connect(person: 0, #","make":{"keypad":"standard"}"#)
        finishTicks()
    }

    /// Connects a client that joins. Its welcome follows at the end of the tick.
    @discardableResult
    mutating func connect(person: Int, _ more: String = "") -> SessionID {
        let (session, _) = edge.connect(name, from: 0, at: now)
        let secret = String(1_000_000_000 + person) + "abcdefghijkl"
        receive(Array(#"{"join":{"secret":"\#(secret)","name":"Pupil"\#(more)}}"#.utf8), session)
        return session
    }

    mutating func addSpectators(_ count: Int) {
        for _ in 0..<count { connect(person: 0, #","watch":true"#) }
        finishTicks()
    }

    /// Receives the host's next key. The edge queues its request to the store.
    mutating func receiveKey() -> [EdgeInstruction] {
        guard let host else { return [] }
        keyCount += 1
        let key = keyCount.isMultiple(of: 2) ? "back" : "7"
        return edge.receive(
            Array(#"{"n":\#(keyCount),"press":"\#(key)"}"#.utf8), from: host, at: now)
    }

    mutating func receive(_ frame: [UInt8], _ session: SessionID) {
        perform(edge.receive(frame, from: session, at: now))
    }

    /// Processes the host's next key, from its frame to the broadcast.
    mutating func pressKey() {
        perform(receiveKey())
        perform(edge.endTick(at: now))
    }

    /// Ends ticks until no work is left.
    mutating func finishTicks() {
        for _ in 0..<4 { perform(edge.endTick(at: now)) }
    }

    mutating func advance(by milliseconds: Int64) {
        now += milliseconds
        perform(edge.wake(at: now))
        finishTicks()
    }

    mutating func leave(_ session: SessionID) {
        perform(edge.disconnect(session, at: now))
        perform(edge.endTick(at: now))
    }

    private mutating func perform(_ instructions: [EdgeInstruction]) {
        for instruction in instructions {
            switch instruction {
            case .send(_, let frame): byteCount += frame.count
            case .close, .noteLimit, .wake: break
            }
        }
        for request in edge.dequeueRequests() { answer(request) }
    }

    private mutating func answer(_ request: LogRequest) {
        switch request {
        case .open(let name, let ticket):
            report(.opened(name, ticket: ticket, OpenedRoom(epoch: 1)))
        case .append(let name, let drafts, let ticket):
            var events: [Event] = []
            for draft in drafts {
                sequence += 1
                events.append(Event(sequence: sequence, time: now, draft: draft))
            }
            report(.events(name, events))
            report(.done(name, ticket: ticket))
        case .head(let name, let ticket): report(.head(name, ticket: ticket, sequence: sequence))
        case .announce, .close, .forget: break
        }
    }

    private mutating func report(_ report: LogReport) { perform(edge.report(report, at: now)) }
}

extension ServiceLimits {
    /// The default limits without those that would end a measurement.
    static var benched: ServiceLimits {
        var limits = ServiceLimits()
        limits.keysPerSecond = .max
        limits.keysAtOnceMax = .max
        limits.stepsAtOnceMax = .max
        limits.addressKeysAtOnceMax = .max
        limits.addressStepsAtOnceMax = .max
        limits.addressDeliveriesAtOnceMax = .max
        limits.roomFramesAtOnceMax = .max
        limits.actionsInFlightMax = .max
        limits.sessionsPerRoomMax = .max
        limits.spectatorsPerRoomMax = .max
        return limits
    }
}

/// A fast replacement for SHA-256: 32 bytes that depend on the input.
func fastDigest(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for part in 0..<4 {
        var hash: UInt64 = 14_695_981_039_346_656_037 &+ UInt64(part)
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
        hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
        for shift in 0..<8 { result.append(UInt8(truncatingIfNeeded: hash >> UInt64(8 * shift))) }
    }
    return result
}
