import Testing

@testable import RoomClient
@testable import SharedRoom

/// A page and its server. Calls return the page's answers as text.
struct Script {
    static let join =
        #"{"join":{"secret":"mina-secret-0123456789abcdef","pen":"mina-pen-0123456","name":"Mina"}}"#

    var page = PageReplica()
    var server = FakeServer()

    /// A page that has received the welcome.
    static func entered() throws -> Script {
        var script = Script()
        _ = try script.enter()
        return script
    }

    mutating func begin(_ join: String = join, saved: [UInt8] = []) -> String {
        text(page.begin(utf8(join), saved: saved, randomWord: { 7 }))
    }

    mutating func call(_ call: PageReplica.Call, at now: Int64 = 1) -> String {
        text(page.handle(call, at: now))
    }

    mutating func press(_ key: String) -> String { call(.pressed(utf8(key))) }
    mutating func act(_ action: String) -> String { call(.acted(utf8(action))) }

    /// Begins and receives the welcome.
    mutating func enter() throws -> String {
        _ = begin()
        _ = call(.connected)
        return try deliver(Self.join)
    }

    /// Delivers a frame of the page, and then the next frame of the server.
    @discardableResult
    mutating func deliver(_ frame: String) throws -> String {
        try server.receive(utf8(frame), from: 1)
        return try hear()
    }

    /// Delivers the next frame of the server.
    mutating func hear() throws -> String {
        let first = try #require(server.sockets[1]?.outbox.first)
        server.sockets[1]?.outbox.removeFirst()
        return call(.received(first))
    }

    /// Lets another participant enter, and delivers the event.
    @discardableResult
    mutating func addOther(_ name: PersonName = .none) throws -> String {
        let identity = Fingerprint(high: 3, low: 4)
        server.append(Draft(.enter(Entrance(identity: identity, pen: 1, name: name))))
        return try hear()
    }

    /// Lets another participant act, and delivers the event.
    mutating func hearOther(_ action: Action, n: Int64 = 1) throws -> String {
        server.append(Draft(action, signature: Signature(author: 2, pen: 0, number: n)))
        return try hear()
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
