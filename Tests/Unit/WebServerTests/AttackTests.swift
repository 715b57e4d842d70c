import Foundation
import RoomStore
import RunningPrograms
import Testing

@testable import WebServer

/// Both sanitizers run this test, too.
@Test func `people notice nothing of attacks of all kinds at once`() throws {
    let folder = try TestPage.hugeFolder()
    let (server, ada) = try TestServer.withRoom {
        $0.staticFolder = folder
        $0.loops = 2
        // Otherwise the attackers would soon be refused, and do nothing else any more.
        $0.limits[.joinsPerMinute] = 1_000_000
        $0.limits[.wrongCodesPerMinute] = 1_000_000
        $0.limits[.answerBytesPerMinute] = 10_000_000_000
        $0.limits[.newcomersAtOnceMax] = 1_000_000
        $0.limits[.roomNewcomersAtOnceMax] = 1_000_000
        $0.limits[.waitingPerAddressMax] = 20
        $0.limits[.trafficAtOnceMax] = 20_000
        $0.limits[.roomFramesAtOnceMax] = 200
        $0.limits[.ringEventsMax] = 64
        $0.times.requestHeadSeconds = 1
    }
    let ben = try WebSocket.joined(server, "b")
    let attackers = Attack.allCases.map { Attacker($0, server.port) }
    defer { for attacker in attackers { attacker.stop() } }
    let stepsMin = Effort.count(20, full: 200)
    var next = ContinuousClock.now
    // Takes two minutes at least, if an attacker is slow.
    for number in 1...(stepsMin * 150) {
        if number > 20, attackers.allSatisfy({ $0.count >= stepsMin }) { break }
        try ada.send(#"{"n":\#(number),"press":"\#(number % 10)"}"#)
        for person in [ada, ben] {
            let text = try person.receive(until: #""by":1,"#)
            #expect(text.contains(#""by":1,"n":\#(number),"press""#))
        }
        // Slower than the limits of one connection.
        next = max(next, .now) + .milliseconds(40)
        try Wait.untilTrue { ContinuousClock.now >= next }
    }
    for attacker in attackers {
        #expect(attacker.count >= stepsMin, "\(attacker.attack)")
        attacker.stop()
    }
    try server.stop()
}

private enum Attack: CaseIterable {
    case joins, keys, pings, fragments, invalidFrames, spectators, documents, heads, files, requests
    case resets

    /// Another address than that of the people.
    private static let origin: UInt32 = 0x7F00_0002

    /// One step of the attack. Connections go into `kept`, which the attacker ends now and then.
    func make(_ number: Int, _ port: UInt16, _ kept: inout [WebSocket], _ sockets: inout [Socket])
        throws
    {
        switch self {
        case .joins: try Self.join(number, port).receive(until: "{")
        case .keys:
            if kept.count < 20 { kept.append(try Self.join(number, port)) }
            for socket in kept { try socket.send(#"{"n":\#(number + 1),"press":["7","*"]}"#) }
        case .pings:
            let ping = WebSocket.Frame(code: WebSocket.Frame.ping).encoded
            try Self.flood(Array(repeatElement(ping, count: 10_000).joined()), number, port, &kept)
        case .fragments:
            let text = Array(#"{"alive":7}"#.utf8)
            let pieces = text.enumerated().map { index, byte in
                WebSocket.Frame(
                    isFinal: index == text.count - 1, code: index == 0 ? WebSocket.Frame.text : 0,
                    bytes: [byte]
                ).encoded
            }
            let message = Array(pieces.joined())
            try Self.flood(
                Array(repeatElement(message, count: 1_000).joined()), number, port, &kept)
        case .invalidFrames:
            var frame = WebSocket.Frame(code: UInt8(number % 16), bytes: [0xFF, 0x03, 0x7B])
            frame.reserved = UInt8(number / 16 % 8)
            try Self.join(number, port).send(frame)
        case .spectators:
            if kept.count > 50 { kept.removeFirst() }
            kept.append(try Self.join(number, port, #","watch":true"#))
        case .documents:
            let names = ["state", "log", "tape", "lesson.csv", "bill.csv", "nothing"]
            let room = number % 7 == 0 ? "nobody" : "evil"
            sockets.append(
                try Self.request("/rooms/\(room)/\(names[number % names.count])", port))
        case .heads:
            sockets.append(try Socket(port: port, from: Self.origin))
            for socket in sockets { try? socket.send("G") }
        case .files: sockets.append(try Self.request("/huge.txt", port))
        case .requests:
            let socket = try Socket(port: port, from: Self.origin)
            let request = "GET /x HTTP/1.1\r\nHost: localhost\r\n"
            let requests = String(repeating: request + "\r\n", count: 200)
            try socket.send(requests + request + "Connection: close\r\n\r\n")
            _ = try socket.readToEnd()
        case .resets:
            let socket = try Self.join(number, port)
            try socket.send(#"{"n":1,"press":"1"}"#)
            socket.socket.hangUp()
        }
        if sockets.count > 50 { sockets.removeFirst() }
    }

    private static func join(_ number: Int, _ port: UInt16, _ more: String = "") throws -> WebSocket
    {
        let socket = try WebSocket(port: port, "/rooms/evil", from: origin)
        let secret = "attacker------\(10_000_000 + number)"
        let options = more.isEmpty ? WebSocket.make : more
        try socket.send(#"{"join":{"secret":"\#(secret)"\#(options)}}"#)
        return socket
    }

    private static func flood(
        _ bytes: [UInt8], _ number: Int, _ port: UInt16, _ kept: inout [WebSocket]
    ) throws {
        // The server stops reading, so sending would block.
        kept = [try join(number, port)]
        try kept[0].receive(until: "{")
        kept[0].socket.sendWhilePossible(bytes)
    }

    private static func request(_ path: String, _ port: UInt16) throws -> Socket {
        let socket = try Socket(port: port, from: origin, receiveBuffer: 2_048)
        try socket.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return socket
    }
}

/// A thread that repeats an attack until it is stopped.
private final class Attacker: Sendable {
    let attack: Attack
    private let state = Guarded((count: 0, isStopped: false))

    init(_ attack: Attack, _ port: UInt16) {
        self.attack = attack
        Thread { [state] in
            var kept: [WebSocket] = []
            var sockets: [Socket] = []
            for number in 0... {
                if state.withLock({ $0.isStopped }) { return }
                do {
                    try attack.make(number, port, &kept, &sockets)
                } catch {
                    // The server has refused or closed a connection, as it should.
                    kept = []
                }
                state.withLock { $0.count += 1 }
            }
        }.start()
    }

    var count: Int { state.withLock { $0.count } }

    func stop() { state.withLock { $0.isStopped = true } }
}
