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
            $0.addressLimits.joinsPerMinute = 2
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
