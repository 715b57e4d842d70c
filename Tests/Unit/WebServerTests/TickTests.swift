import RoomStore
import Testing

@testable import WebServer

/// The work that one client can cause in a tick of an event loop. Keys of other people wait for the tick.
struct TickTests {
    @Test(arguments: [false, true])
    func `a tick answers one request of a connection`(isSecure: Bool) throws {
        let certificates = try TestCertificates()
        let server = try TestServer {
            $0.loops = 1
            $0.certificate = isSecure ? certificates.files : nil
        }
        let socket = try Socket(
            port: server.port, authority: isSecure ? certificates.authority : nil)
        let before = try server.tickCount()
        let paths = ["/nothing", "/", "/rooms/7b/qr.svg", "/metrics", "/rooms/7b/state"]
        for path in paths {
            let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try socket.send(String(repeating: request, count: 40))
        }
        try socket.send("GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let answers = try socket.readToEnd().text
        let count = Int64(answers.ranges(of: "HTTP/1.1 ").count)
        #expect(count == 40 * Int64(paths.count) + 1)
        #expect(try server.tickCount() - before >= count)
    }

    @Test func `a request that arrives in many small pieces is not answered`() throws {
        let (server, ada) = try TestServer.withRoom {
            $0.loops = 1
            $0.times.requestHeadSeconds = 1_000
        }
        let eve = try Socket(port: server.port)
        for _ in 0...HTTPConnection.readsMax {
            try eve.send("G")
            // Until then the loop has read the byte.
            for _ in 0..<2 { try ada.send(#"{"alive":1}"#, until: #""alive":1"#) }
        }
        #expect(try eve.readToEnd().isEmpty)
    }

    @Test
    func `a tick reads one record of a TLS client, and changing keys again and again ends it`()
        throws
    {
        let certificates = try TestCertificates()
        let server = try TestServer {
            $0.loops = 1
            $0.certificate = certificates.files
        }
        for (count, isAnswered) in [(8, true), (SocketStream.handshakeMessagesMax, false)] {
            let socket = try Socket(port: server.port, authority: certificates.authority)
            let before = try server.tickCount()
            // The server may end the connection before the client has sent everything.
            let answer = try? {
                try socket.secure?.changeKeys(count)
                try socket.send(
                    "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                return try socket.readToEnd()
            }()
            #expect((answer ?? []).starts(with: "HTTP/1.1 200".utf8) == isAnswered)
            #expect(try !isAnswered || server.tickCount() - before >= Int64(count))
        }
    }

    @Test func `TLS records of a client that sent too much are not read for a while`() throws {
        let certificates = try TestCertificates()
        let server = try TestServer {
            $0.loops = 1
            $0.certificate = certificates.files
            $0.limits[.trafficAtOnceMax] = 20_000
            $0.limits[.trafficPerSecond] = 10
        }
        let ada = try WebSocket.joined(
            server, "a", WebSocket.make, authority: certificates.authority)
        let eve = try WebSocket.joined(server, "e", authority: certificates.authority)
        let ping = WebSocket.Frame(code: WebSocket.Frame.ping, bytes: [1, 2, 3]).encoded
        try eve.socket.send(Array(repeatElement(ping, count: 2_500).joined()))
        _ = try eve.receiveFrames { frame in
            frame.bytes.text.contains("trafficPerSecond") ? true : nil
        }
        // If the server read them, it would close the connection.
        try eve.socket.secure?.changeKeys(2 * SocketStream.handshakeMessagesMax)
        for _ in 0..<100 { try ada.send(#"{"alive":1}"#, until: #""alive":1"#) }
        #expect(!eve.socket.isEnded)
    }
}

extension TestServer {
    /// The ticks so far of a server with one loop.
    fileprivate func tickCount() throws -> Int64 {
        let count = Guarded<Int64?>(nil)
        let sum = LoopFiguresSum(of: 1) { figures in
            count.withLock { $0 = figures.tickTimes.counts.reduce(0, +) }
        }
        server.inboxes[0].post(.figures(sum))
        return try Wait.until { count.withLock { $0 } }
    }
}
