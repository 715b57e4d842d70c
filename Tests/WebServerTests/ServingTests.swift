import SharedRoom
import Testing

@testable import WebServer

@Test func `a WebSocket at the address of the page joins the room`() throws {
    let server = try TestServer()
    let ada = try WebSocket(server, "/rooms/7b")
    #expect(ada.status == 101)
    #expect(ada.answer.contains("Sec-WebSocket-Accept: \(WebSocket.accepted)"))
    #expect(ada.answer.contains("Sec-WebSocket-Protocol: calcroom.v1"))
    try ada.join("a", WebSocket.make)
    try ada.receive(until: #"{"welcome""#)
    let ben = try WebSocket.joined(server, "b", room: "7B")
    try ada.send(#"{"n":1,"press":"7"}"#)
    #expect(try ben.receive(until: #""press":"7""#).contains(#""by":1,"n":1"#))
    try ben.send(#"{"n":1,"press":"8"}"#)
    #expect(try ada.receive(until: #""press":"8""#).contains(#""by":2,"n":1"#))
}

@Test(arguments: [
    ("/", "Sec-WebSocket-Protocol: calcroom.v1", 404),
    ("/healthz", "Sec-WebSocket-Protocol: calcroom.v1", 404),
    ("/rooms/a%20b", "Sec-WebSocket-Protocol: calcroom.v1", 404),
    ("/rooms/7b", "Sec-WebSocket-Protocol: chat", 400),
    ("/rooms/7b", "X-Nothing: 1", 400),
])
func `a WebSocket at another path or with another protocol is refused with a sentence`(
    path: String, header: String, status: Int
) throws {
    let server = try TestServer()
    let socket = try WebSocket(server, path, headers: [header])
    #expect(socket.status == status)
    #expect(try !socket.socket.readToEnd().isEmpty)
}

@Test(arguments: [2, 10, 50], [true, false])
func `all participants of a room receive every key once`(count: Int, usesLibev: Bool) throws {
    let server = try TestServer { $0.usesLibev = usesLibev }
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    var people = [try WebSocket.joined(server, letters[0], WebSocket.make)]
    for letter in letters[1..<count] { people.append(try .joined(server, letter)) }
    for person in people { try person.send(#"{"n":1,"press":["1","+"]}"#) }
    var seen: [[String]] = []
    for person in people {
        var keys: [String] = []
        while keys.count < 2 * count {
            keys += try person.receiveEvents().filter { $0.contains("press") }
        }
        seen.append(keys)
    }
    #expect(Set(seen).count == 1)
    #expect(Set(seen[0]).count == 2 * count)
}

@Test(arguments: [0, 1, 10, 1_000])
func `a returning client receives the missed events`(missed: Int64) throws {
    let server = try TestServer {
        $0.liftLimits()
        $0.limits.ringBytesMax = 1_048_576
    }
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    let ben = try WebSocket(server)
    try ben.join("b")
    let welcome = try ben.welcome()
    ben.socket.hangUp()
    try ada.receive(until: #""enter""#)
    for number in 0..<missed {
        try ada.send(#"{"n":\#(number + 1),"press":"\#(number % 10)"}"#)
    }
    var count = 0
    while count < missed { count += try ada.receiveEvents().count }
    let back = try WebSocket(server)
    let since = welcome.position
    try back.join("b", #","since":\#(since)"#)
    let again = try back.welcome()
    #expect(again.sequence == welcome.sequence + missed)
    guard case .events(let events) = again.contents else {
        Issue.record("a snapshot instead of \(missed) events")
        return
    }
    #expect(events.count == missed)
}

@Test
func `after a restart without a database clients receive a snapshot of a new room`()
    throws
{
    let first = try TestServer()
    let ada = try WebSocket(first)
    try ada.join("a", WebSocket.make)
    let since = try ada.welcome().position
    try first.stop()
    #expect(try ada.receiveClose().code == 1012)
    let second = try TestServer(port: first.port)
    let back = try WebSocket(second)
    try back.join("a", WebSocket.make + #","since":\#(since)"#)
    guard case .snapshot = try back.welcome().contents else {
        Issue.record("a new epoch must begin with a snapshot")
        return
    }
}
