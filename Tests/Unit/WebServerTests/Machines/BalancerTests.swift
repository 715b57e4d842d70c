import Foundation
import RunningPrograms
import Testing

@testable import WebServer

@Test(Machines.isPossible)
func `a room works behind haproxy, and its participants are at one server`() throws {
    let certificates = try TestCertificates()
    let machines = try Machines(certificates)
    defer { machines.end() }
    let (port, authority) = (machines.balancer.port, certificates.authority)
    func page(_ path: String) throws -> HTTPReply {
        try HTTPReply(port: port, "GET \(path) HTTP/1.1", authority: authority)
    }
    func people(_ letters: String, in room: String) throws -> [WebSocket] {
        let headers = [
            "Sec-WebSocket-Protocol: calcroom.v1", "Origin: https://127.0.0.1:\(port)",
        ]
        return try letters.map { letter in
            let socket = try WebSocket(
                port: port, "/rooms/\(room)?view=\(letter)", headers: headers, authority: authority)
            try socket.join(letter, WebSocket.make)
            try socket.receive(until: #"{"welcome""#)
            return socket
        }
    }
    #expect(try page("/rooms/7b").body == TestPage.index)
    #expect(try page("/metrics").status == 404)

    let pair = try people("ab", in: "7b")
    try pair[0].send(#"{"n":1,"press":["5","+","7","="]}"#)
    try pair[1].receive(until: #""n":4"#)
    #expect(try page("/rooms/7b/state").body.contains(#""display":"12""#))

    var counts: Set<Int> = []
    for number in 0..<12 {
        let before = try machines.metric("calcroom_sessions_opened_total", of: 0)
        let sockets = try people("abc", in: "room-\(number)")
        counts.insert(try machines.metric("calcroom_sessions_opened_total", of: 0) - before)
        withExtendedLifetime(sockets) {}
    }
    #expect(counts == [0, 3], "all participants of a room at one server, and rooms at each server")
}

@Test(Machines.isPossible)
func `haproxy replaces forged client addresses, and does not forward requests for metrics`() throws
{
    let servers = try (0..<2).map { _ in
        try TestServer {
            $0.trustsProxy = true
            $0.limits[.joinsPerMinute] = 2
        }
    }
    defer { for server in servers { server.server.stop() } }
    let balancer = try RunningBalancer(before: servers.map(\.port))
    let states = try ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map { address in
        try WebSocket(
            port: balancer.port,
            headers: ["Sec-WebSocket-Protocol: calcroom.v1", "X-Forwarded-For: \(address)"]
        ).status
    }
    #expect(states == [101, 101, 429])
    #expect(try HTTPReply(port: balancer.port, "GET /metrics HTTP/1.1").status == 404)
}

@Test(Machines.isPossible)
func `a page finds its files while servers have different versions`() throws {
    let html = #"<script src="/app.js"></script>"#
    let servers = try ["one()", "two()"].map { script in
        let folder = try TemporaryFolder()
        for (name, content) in ["index.html": html, "app.js": script] {
            try Data(content.utf8).write(to: folder.url.appending(path: name))
        }
        return try TestServer { $0.staticFolder = folder.path }
    }
    defer { for server in servers { server.server.stop() } }
    let balancer = try RunningBalancer(before: servers.map(\.port))
    for (server, script) in zip(servers, ["one()", "two()"]) {
        let page = try server.get("/rooms/7b").body
        let part = try #require(page.firstMatch(of: #/src="(/[0-9a-f]{16}/app.js)"/#)).1
        let found = try HTTPReply(port: balancer.port, "GET \(part) HTTP/1.1")
        #expect(found.status == 200 && found.body == script)
    }
    #expect(try HTTPReply(port: balancer.port, "GET /nothing.js HTTP/1.1").status == 404)
}

/// haproxy once tried a wrong code three times, because 404 may be a file that another server has.
@Test(Machines.isPossible)
func `a wrong code counts once behind haproxy`() throws {
    let servers = try (0..<2).map { _ in
        try TestServer {
            $0.trustsProxy = true
            $0.limits[.wrongCodesPerMinute] = 2
        }
    }
    defer { for server in servers { server.server.stop() } }
    let balancer = try RunningBalancer(before: servers.map(\.port))
    // One server has both addresses of the room.
    let states = try (0..<3).map { _ in
        try HTTPReply(port: balancer.port, "GET /rooms/7b/state HTTP/1.1").status
    }
    #expect(states == [404, 404, 429])
}

@Test(Machines.isPossible, arguments: ["gt 60000", "gt 200000000"])
func `haproxy refuses an address that requests too much, but no WebSocket of it`(
    limit: String
) throws {
    let server = try TestServer { $0.trustsProxy = true }
    let balancer = try RunningBalancer(
        before: [server.port, server.port], limits: [limit: "gt 5"])
    let states = try (0..<10).map { _ in
        // A header for another protocol exempts nothing.
        try HTTPReply(port: balancer.port, "GET / HTTP/1.1", headers: ["Upgrade: h2c"]).status
    }
    #expect(states.first == 200 && states.last == 429)
    #expect(try WebSocket(port: balancer.port).status == 101)
}

@Test(Machines.isPossible) func `haproxy closes connections of an address that has too many`()
    throws
{
    let server = try TestServer { $0.trustsProxy = true }
    let balancer = try RunningBalancer(
        before: [server.port, server.port],
        limits: ["sc_conn_cur(0) gt 4000": "sc_conn_cur(0) gt 2"])
    let sockets = try (0..<2).map { _ in try WebSocket(port: balancer.port) }
    #expect(sockets.map(\.status) == [101, 101])
    #expect(throws: (any Error).self) { try WebSocket(port: balancer.port) }
    withExtendedLifetime(sockets) {}
}
