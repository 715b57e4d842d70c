import RoomStore
import SharedRoom
import Testing

@testable import WebServer

/// A case in which the server closes a stranger's connection. `ada`, the host, sends frames before the stranger
/// connects, and `later` after that.
struct ClosingCase: Sendable, CustomTestStringConvertible {
    let reason: CloseReason
    var ada: [String] = []
    var stranger: [String] = [joined("b")]
    var later: [String] = []
    var room = "7b"

    var testDescription: String { "\(reason)" }

    private static func joined(_ letter: Character, _ more: String = "") -> String {
        #"{"join":{"secret":"\#(String(repeating: letter, count: 22))"\#(more)}}"#
    }

    static let all = [
        ClosingCase(reason: .frame, stranger: ["nonsense"]),
        ClosingCase(reason: .frameSize, stranger: [String(repeating: " ", count: 5_000)]),
        ClosingCase(reason: .notJoined, stranger: [#"{"alive":1}"#]),
        ClosingCase(reason: .noSuchRoom, room: "nowhere"),
        ClosingCase(reason: .door, ada: [#"{"n":1,"door":false}"#]),
        ClosingCase(reason: .removed, later: [#"{"n":1,"remove":2}"#]),
        ClosingCase(reason: .over, later: [#"{"n":1,"startOver":true}"#]),
        ClosingCase(reason: .deleted, later: [#"{"n":1,"delete":true}"#]),
        ClosingCase(
            reason: .actionOrder,
            stranger: [joined("b"), #"{"n":1,"press":"1"}"#, #"{"n":9,"press":"1"}"#]),
    ]
}

@Test(arguments: ClosingCase.all)
func `the client receives the reason why its connection is closed`(closing: ClosingCase) throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    for text in closing.ada {
        try ada.send(text, until: #""n":1"#)
    }
    let stranger = try WebSocket(server, "/rooms/\(closing.room)")
    for (index, text) in closing.stranger.enumerated() {
        try stranger.send(text)
        if index == 0, closing.stranger.count > 1 || !closing.later.isEmpty {
            try stranger.receive(until: #"{"welcome""#)
        }
    }
    for text in closing.later { try ada.send(text) }
    let close = try stranger.receiveClose()
    #expect(close.code == closing.reason.code)
    #expect(!close.text.isEmpty && close.text.utf8.count <= 123)
}

@Test func `a client that does not join in time receives the reason`() throws {
    let server = try TestServer { $0.limits.joinTime = 50 }
    #expect(try WebSocket(server).receiveClose().code == CloseReason.joinTime.code)
}

@Test func `a client receives the reason when the room is full`() throws {
    let server = try TestServer {
        $0.limits.sessionsPerRoomMax = 1
        $0.loops = 1
    }
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    let ben = try WebSocket(server)
    try ben.join("b")
    #expect(try ben.receiveClose().code == CloseReason.full.code)
    try ada.send(#"{"alive":1}"#, until: #""alive":1"#)
}

@Test(arguments: [
    (LogFailure.unavailable, CloseReason.storage), (.newerRules, .rules),
    (.outOfOrder, .setAside),
])
func `a client receives the reason when the room cannot be opened`(
    failure: LogFailure, reason: CloseReason
) throws {
    let server = try TestServer(store: FailingStore(failure))
    let ada = try WebSocket(server)
    try ada.join("a", WebSocket.make)
    #expect(try ada.receiveClose().code == reason.code)
    #expect(try server.get("/rooms/7b/state").status == 503)
}
