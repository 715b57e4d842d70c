import CLibWebSockets
import Glibc
import Testing

@testable import WebServer

@Test func `U24 whoever gives no sign of life is closed within 35 seconds`() throws {
    let times = SocketTimes()
    #expect(times.sweepPeriod * Int64(EdgeLoop.sliceCount + EdgeLoop.pongSweeps) == 35_000)
    let server = try TestServer { $0.times.sweepPeriod = 2 }
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    let ben = try WebSocket.joined(server, "b")
    // Ben's machine is gone: it answers no ping.
    let line = try Wait.until { () -> String? in
        let frame = try ada.receiveFrame()
        if frame.code == WebSocket.Frame.ping {
            try ada.send(.init(code: WebSocket.Frame.pong, bytes: frame.bytes))
        }
        return server.log.all.first { $0.contains("answer a ping") }
    }
    #expect(!line.isEmpty)
    #expect(try !ben.socket.readToEnd().isEmpty)
    try ada.send(#"{"alive":1}"#)
    try ada.receive(until: #""alive":1"#)
}

@Test func `U25 whoever reads nothing for 30 seconds is closed, and costs nobody anything`() throws
{
    #expect(SocketTimes().writeTimeout == 30_000)
    let server = try TestServer {
        $0.liftLimits()
        $0.times.writeTimeout = 200
        $0.times.sweepPeriod = 50
    }
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    // Connections take after the socket that they come by. Else the system takes megabytes for him.
    var size: Int32 = 4_096
    let length = socklen_t(MemoryLayout<Int32>.size)
    for listener in server.server.listeners {
        setsockopt(listener.descriptor, SOL_SOCKET, SO_SNDBUF, &size, length)
    }
    let slow = try WebSocket(server, receiveBuffer: 2_048)
    try slow.join("b", #","watch":true"#)
    var number: Int64 = 0
    let keys = Array(repeating: #""7""#, count: 64).joined(separator: ",")
    let line = try Wait.until { () -> String? in
        // Pings are answered by whoever reads.
        try? slow.send(.init(code: WebSocket.Frame.pong, bytes: [1]))
        try ada.send(#"{"n":\#(number + 1),"press":[\#(keys)]}"#)
        number += 64
        try ada.receive(until: #""n":\#(number),"#)
        return server.log.all.first { $0.contains("did not read") }
    }
    #expect(!line.isEmpty)
    try ada.send(#"{"alive":1}"#)
    try ada.receive(until: #""alive":1"#)
}

/// Whoever asks within the millisecond for which the alarm was set has to be woken again.
@Test func `W54 however short the pause between two snapshots, the next one comes`() throws {
    let server = try TestServer { $0.limits.repairPeriod = 0 }
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    for _ in 0..<50 {
        try ada.send(#"{"hash":{"seq":1,"is":"0123456789abcdef"}}"#)
        try ada.receive(until: #"{"welcome""#)
    }
}

@Test func `U26 whoever asks for nothing in time is hung up on`() throws {
    #expect(SocketTimes().handshakeSeconds == 10)
    let server = try TestServer { $0.times.handshakeSeconds = 1 }
    let sockets = try ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n"].map { beginning in
        let socket = try Socket(port: server.port)
        try socket.send(beginning)
        return socket
    }
    for socket in sockets { _ = try socket.readToEnd() }
}

@Test func `U27 a server that stops tells everybody when to come back, and ends`() throws {
    let server = try TestServer { $0.limits.restartSpreadPerSession = 100 }
    let people = try (0..<20).map { number in
        try WebSocket.joined(
            server, Character(UnicodeScalar(UInt8(97 + number))), WebSocket.make)
    }
    let idle = try Socket(port: server.port)
    // Before its first word it would be nobody.
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
    #expect(throws: TestFailure.self) { try Socket(port: server.port) }
    #expect(server.log.all.last?.contains("server stopped") == true)
}
