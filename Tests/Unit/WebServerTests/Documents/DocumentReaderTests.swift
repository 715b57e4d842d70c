import Dispatch
import Foundation
import RoomServer
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

/// The read token of a room, from the welcome of an edge.
func readToken(of opened: OpenedRoom) throws -> Fingerprint? {
    var edge = Edge(limits: Limits(), digest: Digest.sha256, randomWord: { 7 })
    let name = try #require(RoomAddress.name("story"))
    let (session, _) = edge.connect(name, from: 0, at: 0)
    let join = #"{"join":{"secret":"mNq3bD-x0Zc7T_pL8vR2sA","watch":true}}"#
    _ = edge.receive(Array(join.utf8), from: session, at: 0)
    let ticket = try #require(edge.dequeueRequests().first?.ticket)
    _ = edge.report(.opened(name, ticket: ticket, opened), at: 0)
    for action in edge.endTick(at: 0) {
        guard case .send(_, let frame) = action,
            case .welcome(let welcome) = try ServerMessage.decode(frame)
        else { continue }
        return welcome.read
    }
    return nil
}

/// A reader on its own thread, as in a server.
private final class RunningReader: Sendable {
    let reader: DocumentReader
    private let parts = Guarded<[Int: [ResponsePart]]>([:])
    private let lastNumber = Guarded(0)
    private let ended = DispatchGroup()

    init(_ store: any RoomStore, patience: Int64 = 5_000) {
        reader = DocumentReader(store, patience: patience)
        ended.enter()
        Thread.detachNewThread { [self] in
            reader.run()
            ended.leave()
        }
    }

    func stop() {
        reader.stop()
        ended.wait()
    }

    /// Begins a document and returns its number.
    func begin(
        _ name: RoomName, _ document: StoredDocument, _ query: String = "", from client: Int = 1
    ) throws -> Int {
        let address = try #require(ClientAddress(forwarded: "192.0.2.\(client)"))
        // The reader numbers its documents in the order of these calls.
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        let request = DocumentReader.Request(
            room: name, document: document, query: try #require(DocumentQuery(query)))
        let begun = reader.begin(request, from: address) { [parts] part in
            parts.withLock { $0[number, default: []].append(part) }
        }
        #expect(begun == number)
        return number
    }

    /// Waits for part `count` of a document.
    func part(_ count: Int, of number: Int) throws -> ResponsePart {
        try Wait.until {
            parts.withLock { parts in
                let found = parts[number] ?? []
                return found.count >= count ? found[count - 1] : nil
            }
        }
    }

    func partCount(of number: Int) -> Int { parts.withLock { $0[number]?.count ?? 0 } }

    /// Reads a document to its end.
    func read(
        _ name: RoomName, _ document: StoredDocument, _ query: String = "", from client: Int = 1
    ) throws -> (status: Response.Status, body: [UInt8]) {
        let number = try begin(name, document, query, from: client)
        defer { reader.end(number) }
        var (status, body, count) = (Response.Status.ok, [UInt8](), 0)
        while true {
            count += 1
            let part = try part(count, of: number)
            switch part.content {
            case .head(let response):
                status = response.status
                body += response.body
            case .body(let bytes): body += bytes
            case .failure: throw TestFailure.closed
            }
            if part.isLast { return (status, body) }
            reader.resume(number)
        }
    }
}

@Test func `a document is made in parts, one after the other`() throws {
    let story = try RoomStory()
    try story.press("7", times: 9_000)
    let running = RunningReader(story.store)
    defer { running.stop() }
    let whole = try story.document(.log, "count=10000")
    #expect(whole.count > 400_000)
    #expect(try running.read(story.name, .log, "count=10000").body == whole)
    let number = try running.begin(story.name, .log, "count=10000")
    guard case .head(let response) = try running.part(1, of: number).content else {
        throw TestFailure.closed
    }
    #expect((65_536...262_144).contains(response.body.count))
    // Another document is complete before the client has received the first part.
    #expect(try running.read(story.name, .state).status == .ok)
    #expect(running.partCount(of: number) == 1)
    running.reader.resume(number)
    _ = try running.part(2, of: number)
    running.reader.end(number)
    running.reader.resume(number)
    #expect(try running.read(story.name, .state).status == .ok)
    #expect(running.partCount(of: number) == 2)
}

@Test func `a document fails visibly if its room is forgotten while it is sent`() throws {
    let story = try RoomStory()
    try story.press("7", times: 9_000)
    let running = RunningReader(story.store)
    defer { running.stop() }
    let number = try running.begin(story.name, .log, "count=10000")
    #expect(try !running.part(1, of: number).isLast)
    story.forget()
    running.reader.resume(number)
    let last = try running.part(2, of: number)
    guard case .failure = last.content else { throw TestFailure.refused("\(last)") }
    #expect(last.isLast)
    #expect(try running.read(story.name, .log).status == .notFound)
}

@Test(arguments: StoredDocument.allCases)
func `reading a room that does not exist or is deleted does not create it`(
    document: StoredDocument
) throws {
    let store = MemoryStore.fresh
    let name = try #require(RoomAddress.name("nowhere"))
    let running = RunningReader(store)
    defer { running.stop() }
    for _ in 0..<3 { #expect(try running.read(name, document).status == .notFound) }
    #expect(store.roomCount == 0)
    let story = try RoomStory()
    story.act(.delete)
    let other = RunningReader(story.store)
    defer { other.stop() }
    #expect(try other.read(story.name, document).status == .notFound)
}

@Test(arguments: ["trials = 3", "rules = 99"])
func `a document of a room that cannot be read is an error`(change: String) throws {
    let file = try closedFile("room")
    try file.change("UPDATE rooms SET \(change)")
    let store = try SQLiteStore(file.options)
    defer { store.close() }
    let running = RunningReader(store)
    defer { running.stop() }
    let name = try #require(RoomAddress.name("room"))
    #expect(try running.read(name, .log).status == .serviceUnavailable)
}

@Test(arguments: RoomStory.Kind.allCases)
func `each of many simultaneous documents includes all earlier events`(
    kind: RoomStory.Kind
) throws {
    let story = try RoomStory(kind)
    let running = RunningReader(story.store)
    defer { running.stop() }
    let numbers = try (1...100).map { count in
        try story.press("7")
        return try running.begin(story.name, .log, "from=\(count + 2)")
    }
    for (index, number) in numbers.enumerated() {
        guard case .head(let response) = try running.part(1, of: number).content else { continue }
        let first = #"{"seq":\#(index + 3),"#
        #expect(response.body.text.hasPrefix(first), "\(response.body.text)")
        running.reader.end(number)
    }
}

@Test func `a long document is sent in chunks, and as a whole to a client of HTTP 1.0`() throws {
    let story = try RoomStory()
    try story.press("7", times: 9_000)
    let server = try TestServer(store: story.store)
    let whole = try story.document(.log, "count=10000").text
    let path = "/rooms/story/log?count=10000"
    let reply = try server.get(path)
    #expect(reply["Transfer-Encoding"] == "chunked" && reply["Content-Length"] == nil)
    #expect(reply.body == whole)
    let old = try HTTPReply(port: server.port, "GET \(path) HTTP/1.0")
    #expect(old["Transfer-Encoding"] == nil && old["Content-Length"] == nil)
    #expect(old["Connection"] == "close" && old.body == whole)
    let head = try HTTPReply(port: server.port, "HEAD \(path) HTTP/1.1")
    #expect(head["Transfer-Encoding"] == "chunked" && head.body == "")
    // The connection can be used again.
    let socket = try Socket(port: server.port)
    for _ in 0..<2 {
        try socket.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try socket.read(through: "\r\n0\r\n\r\n")
    }
    try socket.send("GET /rooms/story/state HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try socket.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK"))
}

@Test(arguments: ["HTTP/1.1", "HTTP/1.0"])
func `a client notices that a document could not be sent to its end`(version: String) throws {
    let story = try RoomStory()
    try story.press("7", times: 9_990)
    let server = try TestServer(store: story.store)
    // Connections inherit the buffer size of the listening socket.
    server.limitSendBuffers()
    let reader = try Socket(port: server.port, receiveBuffer: 2_048)
    try reader.send("GET /rooms/story/log?count=10000 \(version)\r\nHost: localhost\r\n\r\n")
    _ = try reader.read(through: "\r\n\r\n")
    story.forget()
    let rest = try reader.readToEnd()
    #expect(!rest.suffix(5).elementsEqual("0\r\n\r\n".utf8) && reader.wasReset)
}

@Test func `documents that nobody reads delay no other documents`() throws {
    let story = try RoomStory()
    try story.press("7", times: 9_000)
    let running = RunningReader(story.store, patience: 0)
    defer { running.stop() }
    let clients = DocumentReader.placesMax / DocumentReader.placesPerAddressMax
    let unread = try (0..<DocumentReader.placesMax).map { number in
        try running.begin(story.name, .log, "count=10000", from: number % clients)
    }
    for number in unread { _ = try running.part(1, of: number) }
    #expect(try running.read(story.name, .state).status == .ok)
    // A document that may be long waits until another has lost its place.
    #expect(try running.read(story.name, .tape, from: clients).status == .ok)
    let ended = try unread.filter { number in
        guard running.partCount(of: number) > 1 else { return false }
        guard case .failure = try running.part(2, of: number).content else { return false }
        return true
    }
    #expect(ended.count == 1)
}

/// Slow clients of one address take all its places. Those that hang up give them back.
@Test func `abandoned documents make room for others`() throws {
    let story = try RoomStory()
    try story.press("7", times: 9_990)
    let server = try TestServer(store: story.store)
    server.limitSendBuffers()
    let slow = try (0..<DocumentReader.placesPerAddressMax + 5).map { _ in
        let reader = try Socket(port: server.port, receiveBuffer: 2_048)
        try reader.send("GET /rooms/story/log?count=10000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return reader
    }
    let waiting = try Socket(port: server.port)
    try waiting.send("GET /rooms/story/state HTTP/1.1\r\nHost: localhost\r\n\r\n")
    for reader in slow { reader.hangUp() }
    #expect(try waiting.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 OK"))
}

extension RoomStory {
    /// Forgets the room, as an edge does after its deletion.
    fileprivate func forget() {
        let isDone = DispatchSemaphore(value: 0)
        let edge = store.attach { report in if report.ticket == 2 { isDone.signal() } }
        store.submit([.open(name, ticket: 1), .forget(name, ticket: 2)], from: edge)
        isDone.wait()
        store.detach(edge)
    }
}

extension TestServer {
    /// Gives new connections small buffers, which they inherit from the listening sockets.
    func limitSendBuffers() {
        var size: Int32 = 4_096
        for listener in server.listeners {
            setsockopt(
                listener.descriptor, SOL_SOCKET, SO_SNDBUF, &size,
                socklen_t(MemoryLayout<Int32>.size))
        }
    }
}
