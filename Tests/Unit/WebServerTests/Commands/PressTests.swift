import Foundation
import RoomServer
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer
@testable import calcroom

private func room(in store: MemoryStore) throws -> Room {
    let name = try #require(RoomAddress.name("7b"))
    let log = try #require(store.image.logs[name])
    let opened = OpenedRoom(epoch: log.epoch, snapshot: log.snapshot, events: log.events)
    return try #require(StoredRoomState(name, opened)).room
}

/// Waits until the room's log has more events than the count.
private func waitForEvents(_ count: Int, in store: MemoryStore) throws {
    let name = try #require(RoomAddress.name("7b"))
    try Wait.untilTrue { (store.image.logs[name]?.events.count ?? 0) > count }
}

@Test func `press hands in an answer, and reports why it is none`() throws {
    let (server, ada) = try TestServer.withRoom()
    let early = try RunningProgram.press(server, "4", "--answer")
    #expect(try early.failure() == "1: The room has no open question.")
    let ask = try ada.send(#"{"n":1,"ask":{"keypad":"formula"}}"#, until: #""ask""#)
    let question = try #require(ask.firstMatch(of: /"seq":(\d+)/)?.1)
    let answer = try RunningProgram.press(server, "2 + 3 * 4 =", "--answer")
    #expect(try answer.status() == 0)
    #expect(answer.lines == ["14"] && answer.errorLines == [])
    try ada.receive(until: #""answer":{"question":\#(question),"keys":["2","+""#)
    let much = try RunningProgram.press(
        server, String(repeating: "3 2 4 8 fact = ", count: 3), "--answer")
    #expect(try much.failure() == "1: No answer: the keys need too much computation.")
}

@Test func `press ignores the proxy in the environment`() throws {
    let server = try TestServer()
    let program = try RunningProgram(
        ["press", RunningProgram.room(server), "7", "--make", "tip"],
        environment: ["http_proxy": "http://127.0.0.1:1"])
    #expect(try program.status() == 0)
}

@Test func `press joins with a name, and as the same person with the same secret`() throws {
    let store = MemoryStore.fresh
    let server = try TestServer(store: store)
    let secret = "mNq3bD-x0Zc7T_pL8vR2sA"
    for keys in ["1", "2"] {
        let program = try RunningProgram.press(
            server, keys, "--make", "tip", "--name", "Ada", "--secret", secret)
        #expect(try program.status() == 0)
    }
    #expect(try RunningProgram.press(server, "3").status() == 0)
    #expect(try RunningProgram.press(server, "4").status() == 0)
    let made = try room(in: store)
    #expect(made.calculator.keypad == .tip)
    #expect(
        made.people.all.map { String(decoding: $0.name.bytes, as: UTF8.self) } == ["Ada", "", ""])
}

@Test func `press reports a key without effect and the reason`() throws {
    let (server, ada) = try TestServer.withRoom()
    try ada.send(#"{"n":1,"lock":true}"#, until: #""lock":true"#)
    let locked = try RunningProgram.press(server, "7 8")
    #expect(try locked.failure() == "1: 7 had no effect: the keypad is locked.")
    try ada.send(#"{"n":2,"close":true}"#, until: #""close":true"#)
    let closed = try RunningProgram.press(server, "7")
    #expect(try closed.failure() == "1: The room is closed: it accepts no more keys.")
}

@Test func `keys are applied once although the server restarts in between`() throws {
    let store = MemoryStore.fresh
    var limits = Limits()
    limits[.keysPerSecond] = 60
    limits[.restartSpread] = 1
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let first = try TestServer(store: store, port: port.number) { [limits] in $0.limits = limits }
    let keys = String(repeating: "+ 1 ", count: 100) + "="
    let program = try RunningProgram.press(first, keys, "--make", "standard")
    try waitForEvents(80, in: store)
    try first.stop()
    let second = try TestServer(store: store, port: port.number) { [limits] in $0.limits = limits }
    #expect(try program.status() == 0)
    #expect(program.lines == ["100"] && program.errorLines == [])
    #expect(try room(in: store).people.all[0].pens[0].last == 201)
    #expect(second.port == port.number)
}

@Test func `press gives up after a time without progress`() throws {
    let store = MemoryStore.fresh
    let (server, _) = try TestServer.withRoom(store: store)
    let program = try RunningProgram.press(
        server, String(repeating: "9 ", count: 300), "--timeout", "1")
    try waitForEvents(20, in: store)
    store.isWritable = false
    let message = /1: No progress for 1 s: [0-9]+ of 300 keys were confirmed\./
    #expect(try program.failure().wholeMatch(of: message) != nil)
}

@Test(arguments: [
    ("press", "press needs the URL of a room, such as http://127.0.0.1:8080/rooms/party"),
    ("watch", "watch needs the URL of a room, such as http://127.0.0.1:8080/rooms/party"),
    (
        "press http://127.0.0.1:1/party 5",
        "http://127.0.0.1:1/party is not the URL of a room, "
            + "such as http://127.0.0.1:8080/rooms/party"
    ),
    ("press http://127.0.0.1:1/rooms/7b", "press needs keys after the URL, such as 5 + 7 ="),
    ("press http://127.0.0.1:1/rooms/7b 5 sine", "Unknown key sine. Did you mean sin or asin?"),
    (
        "press http://127.0.0.1:1/rooms/7b 5 --make scientfic",
        "Unknown keypad scientfic. Did you mean scientific?"
    ),
    (
        "press http://127.0.0.1:1/rooms/7b 5 --secret short",
        "--secret takes 22 to 64 random letters, digits, - and _."
    ),
    (
        "press http://127.0.0.1:1/rooms/7b 5 --timeout 0",
        "--timeout takes a number from 1 to 86400, not 0."
    ),
    ("watch http://127.0.0.1:1/rooms/7b more", "Unexpected argument more; watch shows one room."),
])
func `wrong arguments are reported before a connection is made`(
    arguments: String, message: String
) throws {
    let program = try RunningProgram(arguments.split(separator: " ").map(String.init))
    #expect(try program.failure() == "2: \(message)")
}

@Test(arguments: [
    "", "7b", "rooms/7b", "127.0.0.1:8080/rooms/7b", "ftp://127.0.0.1/rooms/7b", "http://",
    "http:///rooms/7b", "http://127.0.0.1:8080", "http://127.0.0.1:8080/rooms/",
    "http://127.0.0.1:8080/rooms/a%20b", "http://127.0.0.1:8080/rooms/7b/state",
    "http://127.0.0.1:0/rooms/7b", "http://127.0.0.1:99999/rooms/7b", "http://a b/rooms/7b",
    "http://user@host/rooms/7b", "http://[::1/rooms/7b", "http://[::1]8080/rooms/7b",
    "http://host:/rooms/7b",
])
func `a text that is not the URL of a room is rejected`(text: String) {
    #expect(RoomLink(text) == nil)
}

@Test(
    arguments: [
        ("http://127.0.0.1:8080/rooms/7B", "127.0.0.1", 8_080, "http://127.0.0.1:8080"),
        ("HTTP://calc.local/rooms/7b/", "calc.local", 80, "http://calc.local"),
        (
            "https://calc.school.example/rooms/7b?view=board#x", "calc.school.example", 443,
            "https://calc.school.example"
        ),
        ("https://[::1]:8443/rooms/7b", "::1", 8_443, "https://[::1]:8443"),
    ] as [(String, String, UInt16, String)])
func `the URL of a room has a server and a room name`(
    text: String, host: String, port: UInt16, server: String
) throws {
    let link = try #require(RoomLink(text))
    #expect((link.host, link.port, link.server) == (host, port, server))
    #expect(link.room == RoomAddress.name("7b"))
    #expect(link.isSecure == server.hasPrefix("https"))
}
