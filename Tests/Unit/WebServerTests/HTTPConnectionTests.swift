import Foundation
import Testing

@testable import WebServer

@Test func `silent connections do not block requests`() throws {
    let server = try TestServer {
        $0.loops = 1
        $0.limits[.waitingPerAddressMax] = 20
    }
    let silent = try (0..<60).map { _ in
        let socket = try Socket(port: server.port)
        try socket.send("GET / HTTP")
        return socket
    }
    #expect(try server.get("/").status == 200)
    // The oldest connections are closed first.
    for socket in silent.prefix(40) { _ = try? socket.readToEnd() }
    #expect(!silent[59].hasBytes)
    _ = try server.log.line(with: "waitingPerAddressMax")
}

@Test(arguments: [true, false])
func `one connection can send many requests, together or one after the other`(
    areTogether: Bool
) throws {
    let (server, ada) = try TestServer.withRoom()
    let requests = ["/healthz", "/rooms/7b/state", "/nothing", "/rooms/7b/tape.txt", "/readyz"]
        .map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
    let socket = try Socket(port: server.port)
    if areTogether { try socket.send(requests.joined()) }
    for (request, status) in zip(requests, [200, 200, 404, 200, 200]) {
        if !areTogether { try socket.send(request) }
        let head = try socket.read(through: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 \(status) "))
        let length = try #require(
            head.firstMatch(of: /Content-Length: ([0-9]+)/).flatMap { Int($0.1) })
        _ = try socket.read(length)
    }
    try ada.send(#"{"alive":1}"#, until: #""alive":1"#)
}

@Test func `readers of a file share its bytes, and slow readers are closed`() throws {
    #expect(SocketTimes().progressTimeout == 60_000)
    let server = try TestServer(hasHugeFile: true) {
        $0.limits[.answerBytesPerMinute] = 10_000_000_000
        $0.times.progressTimeout = 2_000
    }
    let before = ProcessFigures().residentBytes
    let readers = try (0..<100).map { _ in
        let socket = try Socket(port: server.port, receiveBuffer: 2_048)
        try socket.send("GET /huge.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return socket
    }
    for reader in readers { _ = try reader.read(through: "\r\n\r\n") }
    // A copy for each of them would take 400 MB.
    #expect(ProcessFigures().residentBytes < before + 100_000_000)
    _ = try server.log.line(with: "read too slowly")
    let page = try server.get("/huge.txt")
    #expect(page.body.utf8.count == TestPage.huge.utf8.count)
}

@Test func `a client that reads steadily but too slowly is closed, and the log says so`() throws {
    let server = try TestServer(hasHugeFile: true) {
        $0.times.progressTimeout = 200
        $0.times.progressBytesMin = .max
    }
    let reader = try Socket(port: server.port, receiveBuffer: 2_048)
    try reader.send("GET /huge.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try Wait.untilTrue {
        _ = try? reader.read(1)
        return server.log.all.contains { $0.contains("read too slowly") }
    }
}

@Test func `a client that reads slowly, but fast enough, receives a long response`() throws {
    // A slow mobile network has 2 KB a second, with interruptions.
    let times = SocketTimes()
    #expect(times.progressBytesMin * 1_000 <= 2_000 * times.progressTimeout / 4)
    let server = try TestServer(hasHugeFile: true) {
        $0.times.progressTimeout = 1
        $0.times.progressBytesMin = 0
    }
    let reader = try Socket(port: server.port, receiveBuffer: 2_048)
    try reader.send("GET /huge.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    let start = ContinuousClock.now
    #expect(try reader.readToEnd().count > TestPage.huge.utf8.count)
    // Longer than many time limits.
    #expect(ContinuousClock.now - start > .milliseconds(10))
}

@Test func `a request with a body is refused and closed even while the body arrives slowly`()
    throws
{
    let server = try TestServer { $0.times.lingerTime = 200 }
    let socket = try Socket(port: server.port)
    try socket.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
    #expect(try socket.read(through: "\r\n\r\n").contains("\r\nConnection: close\r\n"))
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end, (try? socket.send("x")) != nil { usleep(20_000) }
    #expect(ContinuousClock.now < end)
}
