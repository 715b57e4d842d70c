import Foundation
import Glibc
import RoomServer
import SharedRoom
import Testing

@testable import WebServer

/// A room with participants at every loop, as if the loops were separate servers.
private struct SpreadRoom {
    let server: TestServer
    var people: [WebSocket] = []

    /// With so many participants, one of four loops stays empty in one of a million runs. The tests use z for
    /// others.
    private static let letters = Array("abcdefghijklmnopqrstuvwxyABCDEFGHIJKLMNOPQRSTUVWXYZ")

    init(
        loops: Int, atLeast count: Int = 2,
        _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        server = try TestServer {
            $0.loops = loops
            $0.keepsRoomsTogether = false
            configure(&$0)
        }
        // The metric counts a room once for each loop that has it open.
        while try people.count < count || Scrape(server)["calcroom_rooms"] < Double(loops) {
            try #require(
                people.count < Self.letters.count, "the kernel does not distribute the connections")
            let letter = Self.letters[people.count]
            people.append(try WebSocket.joined(server, letter, WebSocket.make))
        }
    }
}

@Test(arguments: [2, 4]) func `all participants of a room are at one loop`(loops: Int) throws {
    let server = try TestServer { $0.loops = loops }
    var people: [WebSocket] = []
    for room in ["7b", "caf%C3%A9", "9c?make=standard", "TIP"] {
        for letter in "abcdef" {
            people.append(try WebSocket.joined(server, letter, room: room, WebSocket.make))
        }
    }
    #expect(try Scrape(server)["calcroom_sessions"] == 24)
    #expect(try Scrape(server)["calcroom_rooms"] == 4)
}

@Test func `rooms are distributed evenly over loops`() throws {
    let server = try TestServer { $0.loops = 4 }
    var counts = [0, 0, 0, 0]
    for number in 0..<4_000 {
        let room = try #require(RoomAddress.name("room-\(number)"))
        counts[server.server.loop(of: room)] += 1
    }
    #expect(counts.allSatisfy { (850...1_150).contains($0) }, "\(counts)")
}

extension WebSocket {
    /// Waits until presence has reported all these participants.
    fileprivate func waitForPresence(of people: ClosedRange<Int>) throws {
        var missing = Set(people)
        while !missing.isEmpty {
            let text = try receive()
            missing = missing.filter { !text.contains(#""who":\#($0),"#) }
        }
    }
}

@Test(arguments: [2, 4])
func `participants at all loops receive the same keys in the same order`(loops: Int) throws {
    let room = try SpreadRoom(loops: loops, atLeast: 6)
    for number in stride(from: 1, to: 61, by: 3) {
        for person in room.people {
            try person.send(#"{"n":\#(number),"press":["1","+","2"]}"#)
        }
    }
    let received = try room.people.map { person in
        var events: [String] = []
        while events.count < 60 * room.people.count {
            events += try person.receiveEvents().filter { $0.contains("press") }
        }
        return events
    }
    #expect(received[0].count == 60 * room.people.count)
    #expect(Set(received[0]).count == received[0].count)
    #expect(received.allSatisfy { $0 == received[0] })
}

@Test(arguments: [2, 4])
func `metrics are sums over all loops, and count an event once`(loops: Int) throws {
    let room = try SpreadRoom(loops: loops, atLeast: 4)
    try room.people[1].send(#"{"n":1,"press":["1","2","3"]}"#)
    try room.people[1].send(#"{"n":4,"undo":{"by":9,"n":1}}"#)
    for person in room.people { try person.receive(until: #""void":"step""#) }
    let count = Double(room.people.count)
    // The requests reach different loops.
    for _ in 0..<8 {
        let scrape = try Scrape(room.server)
        #expect(scrape["calcroom_loops"] == Double(loops))
        #expect(scrape["calcroom_sessions"] == count)
        #expect(scrape["calcroom_sessions_opened_total"] == count)
        // Each participant enters, one creates the room, and one presses three keys.
        #expect(scrape["calcroom_events_applied_total"] == count + 1 + 3)
        #expect(scrape[#"calcroom_events_void_total{reason="step"}"#] == 1)
        #expect(scrape["calcroom_deliveries_total"] >= 4 * count)
        #expect(scrape["calcroom_frames_received_total"] == count + 2)
    }
}

@Test(arguments: [2, 4])
func `a stop reaches the participants at every loop`(loops: Int) throws {
    let room = try SpreadRoom(loops: loops, atLeast: 4)
    room.server.server.stop()
    for person in room.people {
        try person.receive(until: #"{"bye""#)
        #expect(try person.receiveClose().code == 1012)
        person.socket.hangUp()
    }
    try room.server.stop()
    // A program that another test starts at this moment briefly inherits the listening sockets.
    try Wait.untilTrue { (try? Socket(port: room.server.port)) == nil }
    let lines = room.server.log.all
    #expect(lines.count { $0.contains("server is stopping") } == 1)
    #expect(lines.count { $0.contains("server stopped") } == 1)
}

@Test func `a connection that moves to a stopping loop is closed without delay`() throws {
    let server = try TestServer(hasHugeFile: true) { $0.loops = 1 }
    // The loop runs until this response is read.
    let slow = try Socket(port: server.port, receiveBuffer: 2_048)
    try slow.send("GET /huge.txt HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    _ = try slow.read(1)
    server.server.stop()
    _ = try server.log.line(with: "server is stopping")
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    socketpair(AF_UNIX, type, 0, &ends)
    defer { close(ends[1]) }
    let address = try #require(ClientAddress(forwarded: "192.0.2.1"))
    let room = try #require(RoomAddress.name("7b"))
    // Only the loop owns the stream, so the socket closes when the loop drops it.
    server.server.inboxes[0].post(
        .webSocket(
            PendingWebSocket(
                stream: SocketStream(ends[0], nil), origin: address, room: room,
                key: WebSocket.key)))
    var end = pollfd(fd: ends[1], events: Int16(POLLIN), revents: 0)
    #expect(poll(&end, 1, 2_000) == 1 && Int32(end.revents) & POLLHUP != 0)
    #expect(!server.log.all.contains { $0.contains("server stopped") })
    slow.hangUp()
    try server.stop()
}

@Test func `every loop uses a reloaded certificate`() throws {
    let certificates = try TestCertificates()
    let server = try TestServer {
        $0.certificate = certificates.files
        $0.loops = 4
    }
    func subjects() throws -> Set<String> {
        Set(
            try (0..<24).map { _ in
                try Socket(port: server.port, authority: certificates.authority).secure?.subject
                    ?? "none"
            })
    }
    #expect(try subjects() == ["/CN=one"])
    // Its key has another type.
    try certificates.make("two", .rsa)
    try certificates.install("two")
    server.server.reloadCertificate()
    #expect(try subjects() == ["/CN=two"])
    #expect(server.log.all.count { $0.contains("reloaded the certificate") } == 1)
    try certificates.install("one")
    server.server.reloadCertificate()
    #expect(try subjects() == ["/CN=one"])
}

@Test func `the limits of an address apply to all loops together`() throws {
    let busy = try TestServer {
        $0.loops = 4
        $0.limits[.joinsPerMinute] = 12
    }
    let statuses = try (0..<20).map { _ in try WebSocket(busy).status }
    #expect(statuses.count { $0 == 101 } == 12 && statuses.suffix(8).allSatisfy { $0 == 429 })
    let full = try TestServer {
        $0.loops = 4
        $0.limits[.connectionsPerAddressMax] = 9
    }
    let people = try (0..<9).map { _ in try WebSocket(full) }
    for _ in 0..<8 { #expect(try WebSocket(full).status == 429) }
    for person in people { person.socket.hangUp() }
    try Wait.untilTrue { try WebSocket(full).status == 101 }
}

@Test func `the limit of sessions in a room applies to all loops together`() throws {
    let server = try TestServer {
        $0.loops = 4
        $0.limits[.sessionsPerRoomMax] = 6
        $0.keepsRoomsTogether = false
    }
    let people = try "abcdef".map {
        try WebSocket.joined(server, $0, WebSocket.make)
    }
    for person in people {
        try person.waitForPresence(of: 1...6)
        // A loop that has answered has also reported its participants to the other loops.
        try person.send(#"{"alive":1}"#, until: #""alive":1"#)
    }
    for letter in "ghijklmn" {
        let late = try WebSocket(server)
        try late.join(letter)
        #expect(try late.receiveClose().code == CloseReason.full.code)
    }
    people[2].socket.hangUp()
    _ = try Wait.until { () -> WebSocket? in
        let late = try WebSocket(server)
        try late.join("z")
        return (try? late.receive(until: #"{"welcome""#)) == nil ? nil : late
    }
}

@Test func `limits are divided among loops, and the share of an address suffices for a client`() {
    var limits = Limits()
    limits[.openRoomsMax] = 10
    let part = limits.divided(among: 4)
    #expect(part[.openRoomsMax] == 3 && part[.ringsBytesMax] == limits[.ringsBytesMax] / 4)
    #expect(part[.addressKeysPerSecond] == 250 && part[.addressKeysAtOnceMax] == 1_000)
    #expect(part[.addressStepsPerSecond] == limits[.stepsPerSecond])
    let least = limits.divided(among: 64)
    #expect(least[.addressKeysPerSecond] == limits[.keysPerSecond])
    #expect(least[.addressKeysAtOnceMax] == limits[.keysAtOnceMax])
    #expect(limits.divided(among: 1) == limits)
    // A class of 60 at one of eight loops, with two keys a second each.
    #expect(limits.divided(among: 8)[.addressKeysPerSecond] >= 60 * 2)
}
