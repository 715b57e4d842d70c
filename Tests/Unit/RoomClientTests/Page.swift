import CalculatorEngine
import Testing
import SeededNumbers

@testable import RoomClient
@testable import SharedRoom

/// A correct page: it carries out its replica's instructions, and does nothing else.
struct Page {
    var replica: Replica
    var socket: Int?
    var now: Int64 = 0
    var connectAt: Int64?
    var wakeAt: Int64?
    var stored: [UInt8] = []
    var kept: [UInt8] = []
    var reloads = 0
    /// Frames that were sent and have not arrived.
    var sent: [[UInt8]] = []
    private(set) var sockets = 0

    static func join(_ name: String) -> Join {
        var join = Join(secret: secret("\(name)-secret-0123456789abcdef"))
        join.name = PersonName(Array(name.utf8)) ?? .none
        return join
    }

    static func secret(_ text: String) -> Secret {
        guard let secret = Secret(Array(text.utf8)) else { fatalError("\(text) is no secret") }
        return secret
    }

    static func random(_ seed: UInt64) -> () -> UInt64 {
        var random = SplitMix(seed: seed)
        return { random.next() }
    }

    init(_ name: String, pen: String? = nil, seed: UInt64 = 1) {
        replica = Replica(
            Self.join(name), pen: Self.secret(pen ?? "\(name)-pen-0123456"),
            randomWord: Self.random(seed))
        sockets = Int(truncatingIfNeeded: seed) * 100_000
        connectAt = 0
    }

    /// A page that was reloaded or duplicated.
    init?(stored: [UInt8], _ name: String, seed: UInt64, at now: Int64) {
        guard
            let replica = Replica(
                saved: stored, Self.join(name), randomWord: Self.random(seed))
        else { return nil }
        self.replica = replica
        self.stored = stored
        self.now = now
        sockets = Int(truncatingIfNeeded: seed) * 100_000
        connectAt = now
    }

    mutating func perform(_ instructions: [ReplicaInstruction]) {
        for instruction in instructions {
            switch instruction {
            case .save: stored = replica.saved
            case .keep: kept = replica.kept
            case .send(let frame): if socket != nil { sent.append(frame) }
            case .close: hangUp()
            case .connect(let time): connectAt = time
            case .wake(let time): wakeAt = time
            case .reload: reloads += 1
            }
        }
    }

    mutating func press(_ keys: String...) {
        for name in keys { perform(replica.press(key(name), at: now)) }
    }

    /// Receives a frame that the server of the test has not sent.
    mutating func receive(_ frame: String) { perform(replica.receive(utf8(frame), at: now)) }

    mutating func hangUp() {
        socket = nil
        sent = []
    }

    /// Breaks the socket and loses the frames in flight.
    mutating func lose(_ server: inout FakeServer, code: UInt16 = 1006) {
        if let socket { server.sockets[socket] = nil }
        hangUp()
        perform(replica.disconnected(code: code, at: now))
    }

    /// Lets time pass, with timers and connections.
    mutating func wait(_ milliseconds: Int64) {
        let end = now + milliseconds
        while true {
            let due = [connectAt, wakeAt].compactMap { $0 }.filter { $0 <= end }.min()
            guard let due else { break }
            now = max(now, due)
            if let time = connectAt, time <= now { connect() }
            if let time = wakeAt, time <= now {
                wakeAt = nil
                perform(replica.wake(at: now))
            }
        }
        now = end
    }

    /// Lets the time pass until the page connects again, and delivers all frames.
    mutating func reconnect(_ server: inout FakeServer) throws {
        wait(2_000)
        try exchangeFrames(&server)
    }

    mutating func connect() {
        connectAt = nil
        sockets += 1
        socket = sockets
        perform(replica.connected(at: now))
    }

    /// Delivers frames in both directions until there are none.
    mutating func exchangeFrames(_ server: inout FakeServer) throws {
        for _ in 0..<10_000 {
            if let time = connectAt, time <= now { connect() }
            if try !step(&server) { return }
        }
    }

    /// Delivers one frame to the server, or else one from it.
    mutating func step(_ server: inout FakeServer) throws -> Bool {
        guard let socket else { return false }
        if !sent.isEmpty {
            try server.receive(sent.removeFirst(), from: socket)
            return true
        }
        guard let frame = server.sockets[socket]?.outbox.first else { return false }
        server.sockets[socket]?.outbox.removeFirst()
        perform(replica.receive(frame, at: now))
        return true
    }

    /// The keys of all offers.
    var offered: [String] {
        replica.offers.flatMap(\.actions).map { action in
            if case .plain(.press(let key)) = action { "\(key.name)" } else { "\(action)" }
        }
    }

    /// Types the keys of all offers again.
    mutating func typeWithdrawnKeys() {
        while let offer = replica.view.offer {
            perform(replica.closeOffer(at: now))
            for case .plain(.press(let key)) in offer.actions {
                perform(replica.press(key, at: now))
            }
        }
    }

    var display: String { String(decoding: replica.view.display.main.text, as: UTF8.self) }
}

extension FakeServer {
    var display: String { String(decoding: room.calculator.display.main.text, as: UTF8.self) }

    /// The keys in the event log that were applied.
    var keys: String {
        var room = Room()
        var keys = ""
        for event in log {
            let verdict = room.apply(event).verdict
            if verdict == .applied, case .press(let key) = event.action { keys += "\(key.name)" }
        }
        return keys
    }

    var hasDecidedEachNumberOnce: Bool { decidedActions.values.allSatisfy { $0.count == 1 } }
}

func key(_ name: String) -> Key {
    guard let key = Key(named: Array(name.utf8)) else { fatalError("no key \(name)") }
    return key
}

/// A page with a welcome, and its server.
func joined(_ name: String = "mina") throws -> (Page, FakeServer) {
    var server = FakeServer()
    var page = Page(name)
    try page.exchangeFrames(&server)
    return (page, server)
}
