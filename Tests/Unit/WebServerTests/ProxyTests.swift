import Foundation
import RunningPrograms
import Testing

@testable import WebServer

private let isInstalled = Tool.nginx.isInstalled

@Test(.enabled(if: isInstalled, "nginx is not installed (Debian: nginx)"))
func `a room works behind nginx, and is available again after a restart`() throws {
    let certificates = try TestCertificates()
    let folder = try TemporaryFolder()
    let data = folder.path(of: "rooms.db")
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let first = try ServingProgram(data, port: port.number, ["--trust-proxy"])
    try first.waitUntilServing()
    let proxy = try RunningProxy(before: first.port, certificates)
    let authority = certificates.authority
    let page = try HTTPReply(port: proxy.port, "GET /rooms/7b HTTP/1.1", authority: authority)
    #expect(page.status == 200 && page.body == TestPage.index)

    let headers = [
        "Sec-WebSocket-Protocol: calcroom.v1", "Origin: https://127.0.0.1:\(proxy.port)",
    ]
    func person(_ letter: Character, _ more: String) throws -> WebSocket {
        let socket = try WebSocket(port: proxy.port, headers: headers, authority: authority)
        try socket.join(letter, more)
        return socket
    }
    let ada = try person("a", WebSocket.make)
    let ben = try person("b", WebSocket.make)
    let earlier = try ben.welcome()
    try ada.send(#"{"n":1,"press":["5","+"]}"#)
    try ben.receive(until: #""n":2"#)

    try first.stop()
    #expect(try ben.receiveClose().code == 1012)
    let away = try HTTPReply(port: proxy.port, "GET /healthz HTTP/1.1", authority: authority)
    #expect(away.status == 502)
    let second = try ServingProgram(data, port: first.port, ["--trust-proxy"])
    try second.waitUntilServing()
    let back = try person("b", #","since":\#(earlier.position)"#)
    #expect(try back.welcome().sequence > earlier.sequence)
    let alsoBack = try person("a", "")
    try alsoBack.receive(until: #"{"welcome""#)
    try alsoBack.send(#"{"n":3,"press":["7","="]}"#)
    try back.receive(until: #""n":4"#)
    let state = try HTTPReply(
        port: proxy.port, "GET /rooms/7b/state HTTP/1.1", authority: authority)
    #expect(state.body.contains(#""display":"12""#))
    try second.stop()
}

@Test(.enabled(if: isInstalled, "nginx is not installed (Debian: nginx)"))
func `nginx replaces forged client addresses, and does not forward requests for metrics`() throws {
    let certificates = try TestCertificates()
    let server = try TestServer {
        $0.trustsProxy = true
        $0.limits[.joinsPerMinute] = 2
    }
    let proxy = try RunningProxy(before: server.port, certificates)
    let states = try ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map { address in
        try WebSocket(
            port: proxy.port,
            headers: ["Sec-WebSocket-Protocol: calcroom.v1", "X-Forwarded-For: \(address)"],
            authority: certificates.authority
        ).status
    }
    #expect(states == [101, 101, 429])
    let metrics = try HTTPReply(
        port: proxy.port, "GET /metrics HTTP/1.1", authority: certificates.authority)
    #expect(metrics.status == 404)
    // The server refuses metrics to a proxy without this rule, too.
    let forwarded = try server.get("/metrics", headers: ["X-Forwarded-For: 127.0.0.1"])
    #expect(forwarded.status == 403)
}

@Test(.enabled(if: isInstalled, "nginx is not installed (Debian: nginx)"))
func `nginx refuses an address that requests too much, but no WebSocket of it`() throws {
    let certificates = try TestCertificates()
    let server = try TestServer { $0.trustsProxy = true }
    let proxy = try RunningProxy(
        before: server.port, certificates,
        limits: ["rate=1000r/s": "rate=1r/m", "burst=10000": "burst=2"])
    let states = try (0..<4).map { _ in
        // A header for another protocol exempts nothing.
        try HTTPReply(
            port: proxy.port, "GET / HTTP/1.1", headers: ["Upgrade: h2c"],
            authority: certificates.authority
        ).status
    }
    #expect(states == [200, 200, 200, 429])
    let headers = ["Sec-WebSocket-Protocol: calcroom.v1"]
    let socket = try WebSocket(
        port: proxy.port, headers: headers, authority: certificates.authority)
    #expect(socket.status == 101)
}

@Test func `the timeouts of proxies are longer than the longest silence of a connection`() throws {
    let sweeps = Sessions.sliceCount + Sessions.pongSweeps
    let silenceMax = Int(SocketTimes().sweepPeriod) * sweeps / 1_000
    for (file, pattern, count) in [
        ("nginx.conf", /proxy_(?:read|send)_timeout ([0-9]+)s;/, 2),
        ("haproxy.cfg", /timeout (?:client|server|tunnel) +([0-9]+)s/, 3),
    ] {
        let seconds = try Checkout.text(of: "docs/deploy/\(file)").matches(of: pattern)
            .compactMap { Int($0.1) }
        #expect(seconds.count == count && seconds.allSatisfy { $0 > silenceMax }, "\(file)")
    }
}
