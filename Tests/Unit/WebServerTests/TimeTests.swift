import CLibWebSockets
import Glibc
import RunningPrograms
import Testing

@testable import WebServer

@Test func `a client that does not answer pings is closed within 35 seconds`() throws {
    let times = SocketTimes()
    #expect(times.sweepPeriod * Int64(Sessions.sliceCount + Sessions.pongSweeps) == 35_000)
    let (server, ada) = try TestServer.withRoom { $0.times.sweepPeriod = 2 }
    let ben = try WebSocket.joined(server, "b")
    // Ben does not answer pings.
    try Wait.untilTrue {
        let frame = try ada.receiveFrame()
        if frame.code == WebSocket.Frame.ping {
            try ada.send(.init(code: WebSocket.Frame.pong, bytes: frame.bytes))
        }
        return server.log.all.contains { $0.contains("answer a ping") }
    }
    #expect(try !ben.socket.readToEnd().isEmpty)
    try ada.send(#"{"alive":1}"#, until: #""alive":1"#)
}

@Test func `a client that does not read for 30 seconds is closed and delays no other`() throws {
    #expect(SocketTimes().writeTimeout == 30_000)
    let (server, ada) = try TestServer.withRoom {
        $0.limits.lift()
        $0.times.writeTimeout = 200
        $0.times.sweepPeriod = 50
    }
    server.limitSendBuffers()
    let slow = try WebSocket(server, receiveBuffer: 2_048)
    try slow.join("b", #","watch":true"#)
    var number: Int64 = 0
    let keys = Array(repeating: #""7""#, count: 64).joined(separator: ",")
    try Wait.untilTrue {
        // A pong, although this client does not read the pings.
        try? slow.send(.init(code: WebSocket.Frame.pong, bytes: [1]))
        try ada.send(#"{"n":\#(number + 1),"press":[\#(keys)]}"#)
        number += 64
        try ada.receive(until: #""n":\#(number),"#)
        return server.log.all.contains { $0.contains("read too slowly") }
    }
    try ada.send(#"{"alive":1}"#, until: #""alive":1"#)
}

/// The edge may ask for a wake-up in the millisecond in which the alarm fires. The loop must then set it again.
@Test func `a snapshot is sent even if the pause after the last one is very short`() throws {
    let server = try TestServer { $0.limits[.repairPeriod] = 0 }
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    for _ in 0..<50 {
        try ada.send(#"{"hash":{"seq":1,"is":"0123456789abcdef"}}"#, until: #"{"welcome""#)
    }
}

@Test func `a connection without a request in time is closed`() throws {
    #expect(SocketTimes().requestHeadSeconds == 10)
    let server = try TestServer { $0.times.requestHeadSeconds = 1 }
    let sockets = try ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n"].map { beginning in
        let socket = try Socket(port: server.port)
        try socket.send(beginning)
        return socket
    }
    for socket in sockets { _ = try socket.readToEnd() }
}

@Test func `a server that stops waits for clients at most five seconds`() throws {
    #expect(SocketTimes().closeTimeout == 5_000)
    let unit = try Checkout.text(of: "docs/deploy/calcroom.service")
    let seconds = unit.firstMatch(of: /TimeoutStopSec=([0-9]+)s/).flatMap { Int64($0.1) }
    #expect((seconds ?? 0) * 1_000 > 2 * SocketTimes().closeTimeout)
    let server = try TestServer { $0.times.closeTimeout = 100 }
    // A client that does not answer the close frame.
    let silent = try WebSocket.joined(server, "a", WebSocket.make)
    try server.stop()
    #expect(try silent.receiveClose().code == 1012)
}

@Test func `a server that stops tells clients when to reconnect, and ends`() throws {
    let server = try TestServer { $0.limits[.restartSpreadPerSession] = 100 }
    let people = try (0..<20).map { number in
        try WebSocket.joined(
            server, Character(UnicodeScalar(UInt8(97 + number))), WebSocket.make)
    }
    let idle = try Socket(port: server.port)
    // The server accepts a connection only after its first byte.
    try idle.send("GET /")
    try people[0].send(#"{"n":1,"press":"7"}"#)
    try people[1].receive(until: #""press":"7""#)
    server.server.stop()
    let goodbyes = try people.map { person in
        let goodbye = try person.receive(until: #""bye""#)
        #expect(goodbye.hasPrefix(#"{"bye":{"why":"restart","retry":"#))
        #expect(try person.receiveClose().code == 1012)
        try person.send(.init(code: WebSocket.Frame.close, bytes: [0x03, 0xF4]))
        return goodbye
    }
    #expect(Set(goodbyes).count > 10)
    #expect(try idle.readToEnd().isEmpty)
    try server.stop()
    #expect(server.log.all.last?.contains("server stopped") == true)
}
