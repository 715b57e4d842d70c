import SharedRoom
import Testing

@testable import WebServer

@Test func `a room's documents are served under the path of its page`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", #","name":"Ada""# + WebSocket.make)
    try ada.send(#"{"n":1,"press":["5","+","7","="]}"#, until: #""press":"=""#)
    for (name, type, part) in [
        ("state", "application/json", #""display":"12","expression":"5 + 7","#),
        ("log", "application/x-ndjson", #"{"seq":1,"at":"#),
        ("tape", "application/x-ndjson", #""expression":"5 + 7","result":"12"}"#),
        ("tape.csv", "text/csv; charset=utf-8", ",Ada,5 + 7,12"),
        ("tape.txt", "text/plain; charset=utf-8", "5 + 7 = 12"),
        ("bill.csv", "text/csv; charset=utf-8", "bill,what,who,whom,amount,currency"),
        ("qr.svg", "image/svg+xml", "<svg"),
    ] {
        let page = try server.get("/rooms/7B/\(name)")
        #expect(page.status == 200 && page.body.contains(part), "\(name): \(page.head)")
        #expect(page["Content-Type"] == type && page["Cache-Control"] == "no-store")
        let head = try HTTPReply(port: server.port, "HEAD /rooms/7B/\(name) HTTP/1.1")
        #expect(head.status == 200 && head.body == "")
        #expect(head["Content-Length"] == page["Content-Length"])
        #expect(try HTTPReply(port: server.port, "POST /rooms/7B/\(name) HTTP/1.1").status == 405)
    }
    let lines = try server.get("/rooms/7b/log?from=4&count=2").body
    #expect(lines.split(separator: "\n").map { $0.prefix(9) } == [#"{"seq":4,"#, #"{"seq":5,"#])
    #expect(try server.get("/rooms/7b/log?from=x").status == 400)
}

@Test func `reading a room that does not exist does not create it, and counts as a wrong code`()
    throws
{
    let server = try TestServer { $0.limits[.wrongCodesPerMinute] = 2 }
    let answers = try (0..<3).map { _ in
        try server.get("/rooms/K7M2QX/state").status
    }
    #expect(answers == [404, 404, 429])
    #expect(try server.get("/").status == 200)
}

@Test func `while the door is shut, documents need the read token from inside the room`() throws {
    let server = try TestServer()
    let ada = try WebSocket(server)
    try ada.join("a", WebSocket.make)
    let welcome = try ada.receive(until: #"{"welcome""#)
    let shut = try ada.send(#"{"n":1,"door":false}"#, until: #""door":false"#)
    #expect(try server.get("/rooms/7b/state").status == 403)
    for (frame, status) in [(welcome, 403), (shut, 200)] {
        let token = try #require(frame.firstMatch(of: #/"read":"([0-9a-f]{32})"/#)?.1)
        let page = try server.get("/rooms/7b/state?read=\(token)")
        #expect(page.status == status)
    }
}
