import RoomServer
import SharedRoom
import Testing

@testable import WebServer

@Test func `joins of an address are limited per minute`() throws {
    let busy = try TestServer { $0.limits[.joinsPerMinute] = 2 }
    #expect(try (0..<2).map { _ in try WebSocket(busy).status } == [101, 101])
    let refused = try WebSocket(busy)
    #expect(refused.status == 429)
    let wait = try #require(refused.answer.firstMatch(of: #/Retry-After: (\d+)/#)?.1)
    let seconds = try #require(Int(wait))
    #expect((1...30).contains(seconds))
    let sentence = "The limit joinsPerMinute has been reached. Try again in \(seconds) s.\n"
    #expect(try refused.socket.read(through: "\n").hasSuffix(sentence))
    // Pictures and documents are limited by their size and cost.
    #expect(try busy.get("/rooms/7b/qr.svg").status == 200)
    #expect(try busy.get("/rooms/7b/state").status == 404)
}

@Test func `wrong codes lock an address out of other rooms, of which it learns nothing`() throws {
    let (server, ada) = try TestServer.withRoom { $0.limits[.wrongCodesPerMinute] = 2 }
    func join(_ room: String, _ letter: Character, _ more: String = "", from origin: UInt32)
        throws -> WebSocket
    {
        let socket = try WebSocket(port: server.port, "/rooms/\(room)", from: origin)
        try socket.join(letter, more)
        return socket
    }
    let (here, there): (UInt32, UInt32) = (0x7F00_0001, 0x7F00_0002)
    let other = try join("other", "o", WebSocket.make, from: there)
    let read = try #require(
        try other.receive(until: #"{"welcome""#).firstMatch(of: #/"read":"([0-9a-f]+)"/#)?.1)
    for code in ["K7M2QX", "K7M2QY"] {
        #expect(try join(code, "a", from: here).receiveClose().code == CloseReason.noSuchRoom.code)
    }
    func document(_ path: String) throws -> Int { try server.get("/rooms/\(path)").status }
    for room in ["other", "nobody"] {
        for (letter, more) in [("b", ""), ("w", #","watch":true"#)] as [(Character, String)] {
            let stranger = try join(room, letter, more, from: here)
            let bye = try stranger.receive(until: "bye")
            #expect(bye.hasPrefix(#"{"bye":{"why":"limit","limit":"wrongCodesPerMinute","retry":"#))
            #expect(try stranger.receiveClose().code == CloseReason.limit.code)
        }
        let wrong = String(repeating: "0", count: 32)
        for path in ["state", "state?read=\(wrong)"] {
            #expect(try document("\(room)/\(path)") == 429)
        }
    }
    // Participants, newcomers to a room with somebody from this address, and makers of rooms.
    for (room, letter, more) in [
        ("other", "o", ""), ("7b", "b", ""), ("7b", "w", #","watch":true"#),
        ("new", "n", WebSocket.make),
    ] as [(String, Character, String)] {
        #expect(try join(room, letter, more, from: here).welcome().sequence > 0, "\(room)")
    }
    #expect(try document("7b/state") == 200 && document("other/state?read=\(read)") == 200)
    withExtendedLifetime((ada, other)) {}
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
    let room = try #require(RoomAddress.name("7b"))
    for (allowed, isAdmitted) in [(count, false), (count + 1, true)] {
        var limits = Limits()
        limits[.wrongCodesPerMinute] = allowed
        var book = AddressLimiter(limits)
        for name in names {
            book.noteWrongCode(try #require(RoomAddress.name(name)), from: address, at: 0)
        }
        let decision = book.admitWebSocket(to: room, from: address, at: 0)
        #expect((decision == .admitted(lockout: nil)) == isAdmitted)
    }
}

@Test func `a refused client learns when it may try again`() throws {
    let address = try #require(ClientAddress(forwarded: "192.0.2.1"))
    let room = try #require(RoomAddress.name("7b"))
    var limits = Limits()
    (limits[.joinsPerMinute], limits[.wrongCodesPerMinute]) = (2, 1)
    limits[.answerBytesPerMinute] = 6_000
    (limits[.documentStepsPerMinute], limits[.roomDocumentStepsPerMinute]) = (60, 120)
    var book = AddressLimiter(limits)
    func join(at now: Int64) -> JoinDecision {
        book.admitWebSocket(to: room, from: address, at: now)
    }
    func answer(at now: Int64) -> ReachedLimit? { book.answerLimit(of: address, at: now) }
    func document(_ steps: Int64) -> ReachedLimit? {
        book.admitDocument(steps, of: room, from: address, at: 200_000).refusal
    }
    #expect([join(at: 0), join(at: 0)] == [.admitted(lockout: nil), .admitted(lockout: nil)])
    #expect(
        join(at: 10_000) == .refused(ReachedLimit(.joinsPerMinute, retry: 20_000)))
    #expect(join(at: 30_000) == .admitted(lockout: nil))
    book.noteWrongCode(room, from: address, at: 30_000)
    #expect(join(at: 60_000) == .admitted(lockout: 30_000))
    // Guesses that were admitted together count, too.
    book.noteWrongCode(room, from: address, at: 60_000)
    #expect(join(at: 90_000) == .admitted(lockout: 60_000))
    // These buckets may be overdrawn.
    #expect(answer(at: 40_000) == nil)
    book.chargeAnswer(11_000, from: address, at: 40_000)
    #expect(answer(at: 40_000) == ReachedLimit(.answerBytesPerMinute, retry: 60_010))
    #expect(answer(at: 100_010) == nil)
    #expect(document(100) == nil)
    #expect(document(1) == ReachedLimit(.documentStepsPerMinute, retry: 41_000))
    let reply = RequestRefusal(because: ReachedLimit(.joinsPerMinute, retry: 1)).response
    #expect(reply.headers.last?.name == "Retry-After" && reply.headers.last?.value == "1")
}

@Test func `a class of 60 behind one address stays below the limits`() {
    var book = AddressLimiter(Limits())
    guard let address = ClientAddress(forwarded: "192.0.2.1") else { return }
    // Two devices each, eight connections at once, and all of them reload ten times in a minute.
    guard let room = RoomAddress.name("7b") else { return }
    let admitted = (0..<(60 * 2 * 8)).filter { _ in book.admitConnection(from: address) }
    let joined = (0..<(60 * 2 * 10)).filter { _ in
        defer { book.releaseWebSocket(from: address, at: 0) }
        return book.admitWebSocket(to: room, from: address, at: 0) == .admitted(lockout: nil)
    }
    #expect(admitted.count == 960 && joined.count == 1_200)
    for device in 0..<(60 * 2) {
        // A first visit and ten reloads, each with fifty requests.
        book.chargeAnswer(180_000, from: address, at: 0)
        for _ in 0..<(11 * 50) { book.chargeAnswer(200, from: address, at: 0) }
        let limit = book.answerLimit(of: address, at: 0)
        #expect(limit == nil, "\(device)")
    }
    // Everybody downloads the longest lesson twice, while its keys are sines.
    for _ in 0..<(60 * 2) {
        let steps = StoredDocument.lessonCSV.stepsMax(DocumentQuery())
        let limit = book.admitDocument(steps, of: room, from: address, at: 0).refusal
        #expect(limit == nil)
        book.chargeDocument(1_000_000, of: room, from: address, at: 0)
    }
}

@Test func `TLS handshakes of an address are limited`() throws {
    // A school reconnects.
    #expect(Limits()[.tlsHandshakesPerMinute] >= 1_000)
    let certificates = try TestCertificates()
    let server = try TestServer {
        $0.certificate = certificates.files
        $0.limits[.tlsHandshakesPerMinute] = 2
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
    let server = try TestServer { $0.limits[.answerBytesPerMinute] = 1 }
    let socket = try Socket(port: server.port)
    let request = "GET /rooms/7b/qr.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try socket.send(String(repeating: request, count: 3))
    let heads = try socket.readToEnd().text.matches(of: /HTTP\/1.1 ([0-9]+)/).map(\.1)
    #expect(heads == ["200", "429"])
}

@Test func `a wrong read token of a locked-out address ends the connection, and is logged`()
    throws
{
    let server = try TestServer { $0.limits[.wrongCodesPerMinute] = 1 }
    #expect(try server.get("/rooms/nobody/state").status == 404)
    let socket = try Socket(port: server.port)
    let token = String(repeating: "0", count: 32)
    let request = "GET /rooms/nobody/state?read=\(token) HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try socket.send(request + request)
    let heads = try socket.readToEnd().text.matches(of: /HTTP\/1.1 ([0-9]+)/).map(\.1)
    #expect(heads == ["429"])
    _ = try server.log.line(with: "wrongCodesPerMinute")
}

@Test(arguments: ["/healthz", "/parts/app.js"])
func `an address that requests without end is refused, and others are not`(path: String) throws {
    let server = try TestServer { $0.limits[.answerBytesPerMinute] = 8_000 }
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
    var limits = Limits()
    limits[.documentStepsPerMinute] = 6_000
    limits[.roomDocumentStepsPerMinute] = 10_000
    var book = AddressLimiter(limits)
    let addresses = try (1...3).map { try #require(ClientAddress(forwarded: "192.0.2.\($0)")) }
    let room = try #require(RoomAddress.name("7b"))
    func limit(_ index: Int, at now: Int64 = 0) -> Limit? {
        book.admitDocument(4_000, of: room, from: addresses[index], at: now).refusal?.limit
    }
    #expect([limit(0), limit(0), limit(0)] == [nil, nil, .documentStepsPerMinute])
    #expect([limit(1), limit(2)] == [nil, .roomDocumentStepsPerMinute])
    // The address must leave as many steps as it has used.
    #expect(limit(0, at: 20_100) == .roomDocumentStepsPerMinute)
    #expect(limit(0, at: 60_000) == nil)
    // Steps that become known later count, too.
    book.chargeDocument(60_000, of: room, from: addresses[1], at: 60_000)
    #expect(limit(1, at: 120_000) == .documentStepsPerMinute)
}

@Test func `an address that reads many large documents is refused, and others are not`() throws {
    let (server, ada) = try TestServer.withRoom {
        $0.trustsProxy = true
        $0.limits[.documentStepsPerMinute] = 25_000_000
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
    var book = AddressLimiter(Limits())
    let room = try #require(RoomAddress.name("7b"))
    for number in 0..<100 {
        let address = try #require(ClientAddress(forwarded: "192.0.2.\(number)"))
        _ = book.admitWebSocket(to: room, from: address, at: 0)
        book.beginSession(in: room, from: address, at: 0)
        book.endSession(in: room, from: address, at: 0)
        book.releaseWebSocket(from: address, at: 0)
    }
    let last = try #require(ClientAddress(forwarded: "198.51.100.1"))
    _ = book.answerLimit(of: last, at: 540_000)
    #expect(book.count == 101)
    _ = book.answerLimit(of: last, at: 600_000)
    #expect(book.count == 1)
}

@Test func `an address without joins is forgotten with its last connection`() throws {
    var book = AddressLimiter(Limits())
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

@Test func `rooms of an address keep a part of its joins and documents`() throws {
    var limits = Limits()
    (limits[.joinsPerMinute], limits[.documentStepsPerMinute]) = (120, 120_000)
    var book = AddressLimiter(limits)
    let address = try #require(ClientAddress(forwarded: "192.0.2.1"))
    func name(_ room: String) throws -> RoomName { try #require(RoomAddress.name(room)) }
    func admits(_ room: String, at now: Int64) throws -> Bool {
        let decision = book.admitWebSocket(to: try name(room), from: address, at: now)
        let document = book.admitDocument(1_000, of: try name(room), from: address, at: now)
        return decision == .admitted(lockout: nil) && document.refusal == nil
    }
    for room in ["class", "evil"] {
        #expect(try admits(room, at: 0))
        book.beginSession(in: try name(room), from: address, at: 0)
    }
    // Another room of the address uses up its joins and documents, and later rooms where it has nobody do.
    for (room, start) in [("evil", Int64(0)), ("nobody", 60_000)] {
        for second in 0...60 {
            for _ in 0..<4 { _ = try admits(room, at: start + Int64(second) * 1_000) }
        }
        #expect(try !admits(room, at: start + 60_000))
        #expect(try (0..<40).allSatisfy { _ in try admits("class", at: start + 60_000) })
        #expect(try admits("new", at: start + 60_000) == (room == "evil"))
    }
}

@Test func `rooms of an address keep a part of its WebSockets`() throws {
    var limits = Limits()
    limits[.connectionsPerAddressMax] = 12
    var book = AddressLimiter(limits)
    let address = try #require(ClientAddress(forwarded: "192.0.2.1"))
    func join(_ name: String) throws -> Bool {
        let room = try #require(RoomAddress.name(name))
        guard case .admitted = book.admitWebSocket(to: room, from: address, at: 0) else {
            return false
        }
        book.beginSession(in: room, from: address, at: 0)
        return true
    }
    #expect(try join("class"))
    #expect(try (0..<20).count { _ in try join("evil") } == 11)
    #expect(try (0..<20).count { _ in try join("class") } == 3)
    // A new room has a part, too.
    #expect(try (0..<20).count { _ in try join("new") } == 3)
    let unjoined = try #require(RoomAddress.name("nobody"))
    let admitted = (0..<20).count { _ in
        book.admitWebSocket(to: unjoined, from: address, at: 0) == .admitted(lockout: nil)
    }
    #expect(admitted == 3)
    // Other connections are counted apart.
    #expect((0..<20).count { _ in book.admitConnection(from: address) } == 12)
}

@Test func `an idle connection of an address gives way to a new one`() throws {
    let server = try TestServer { $0.limits[.connectionsPerAddressMax] = 3 }
    let idle = try (0..<3).map { _ in try Socket(port: server.port) }
    for _ in 0..<3 { #expect(try server.get("/").status == 200) }
    withExtendedLifetime(idle) {}
}
