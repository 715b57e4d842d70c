import CLibWebSockets
import Foundation
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

private func watch(_ server: TestServer) throws -> RunningProgram {
    try RunningProgram(["watch", RunningProgram.room(server)])
}

@Test func `watch prints a line for every change and does not join`() throws {
    let store = MemoryStore.fresh
    let server = try TestServer(store: store)
    let ada = try WebSocket.joined(server, "a", #","name":"Ada""# + WebSocket.make)
    try ada.send(#"{"n":1,"press":["7","+"]}"#, until: #""press":"+""#)
    let program = try watch(server)
    #expect(try program.lines(1) == ["\t\t7 +\t7"])
    try ada.send(#"{"n":3,"press":"5"}"#)
    #expect(try program.lines(2).last == "Ada\t5\t7 +\t5")
    let ben = try WebSocket.joined(server, "b")
    try ben.send(#"{"n":1,"press":"="}"#)
    #expect(try program.lines(3).last == "Person 2\t=\t7 + 5\t12")
    try ada.send(#"{"n":4,"undo":{"by":2,"n":1}}"#)
    #expect(try program.lines(4).last == "\t\t7 +\t5")
    // A change that is not displayed prints no line.
    try ada.send(#"{"n":5,"lock":true}"#)
    try ada.send(#"{"n":6,"press":"1"}"#)
    #expect(try program.lines(5).last == "Ada\t1\t7 +\t51")
    #expect(program.lines.count == 5 && program.errorLines == [])
}

@Test func `watch tells people of one name apart`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", #","name":"Ada""# + WebSocket.make)
    let other = try WebSocket.joined(server, "b", #","name":"Ada""#)
    let program = try watch(server)
    _ = try program.lines(1)
    try ada.send(#"{"n":1,"press":"7"}"#)
    #expect(try program.lines(2).last == "Ada\t7\t\t7")
    try other.send(#"{"n":1,"press":"8"}"#)
    #expect(try program.lines(3).last == "Ada (2)\t8\t\t78")
}

@Test func `watch follows a question and shows its groups once they are revealed`() throws {
    let (server, ada) = try TestServer.withRoom()
    let ben = try WebSocket.joined(server, "b")
    try ada.send(#"{"n":1,"ask":{"text":"2 + 2?","keypad":"simple"}}"#, until: #""ask""#)
    let program = try watch(server)
    #expect(try program.lines(2) == ["\t\t\t0", "question\topen\t2 + 2?\t0 answers"])
    try ben.send(#"{"n":1,"answer":{"question":4,"keys":["4"]}}"#)
    #expect(try program.lines(3).last == "question\topen\t2 + 2?\t1 answer")
    try ada.send(#"{"n":2,"closeQuestion":4}"#)
    #expect(try program.lines(4).last == "question\tclosed\t2 + 2?\t1 answer")
    try ada.send(#"{"n":3,"reveal":{"question":4}}"#)
    #expect(try program.lines(5).last == "question\trevealed\t2 + 2?\t4: 1")
    try ada.send(#"{"n":4,"endQuestion":4}"#)
    #expect(try program.lines(6).last == "question\tended\t\t")
}

@Test(arguments: [(nil, true), ("--plain", false)] as [(String?, Bool)])
func `watch redraws one line on a terminal unless --plain is given`(
    option: String?, isDrawn: Bool
) throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", #","name":"Ada""# + WebSocket.make)
    let terminal = try Terminal()
    let program = try RunningProgram(
        ["watch", RunningProgram.room(server)] + (option.map { [$0] } ?? []),
        output: terminal.slave)
    try terminal.read(until: "0")
    try ada.send(#"{"n":1,"press":"7"}"#)
    let text = try terminal.read(until: isDrawn ? "\u{1B}[K" : "\n")
    #expect(text == (isDrawn ? "\r7   Ada: 7\u{1B}[K" : "Ada\t7\t\t7\r\n"))
    try ada.send(#"{"n":2,"delete":true}"#)
    #expect(try program.status() == 1)
    // The cursor is at the start of a line for the shell.
    if isDrawn { try terminal.read(until: "\r\n") }
}

@Test func `watch reconnects after the server restarts`() throws {
    let store = MemoryStore.fresh
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let first = try TestServer(store: store, port: port.number) { $0.limits[.restartSpread] = 1 }
    _ = try WebSocket.joined(first, "a", WebSocket.make)
    let program = try watch(first)
    #expect(try program.lines(1) == ["\t\t\t0"])
    try first.stop()
    #expect(
        try program.errorLines(1) == ["calcroom: Connection lost; reconnecting."])
    let second = try TestServer(store: store, port: port.number)
    #expect(try program.errorLines(2).last == "calcroom: Connected again.")
    let ada = try WebSocket.joined(second, "a")
    try ada.send(#"{"n":1,"press":"7"}"#)
    #expect(try program.lines(2).last == "Person 1\t7\t\t7")
}

@Test func `watch ends when the room is deleted`() throws {
    let (server, ada) = try TestServer.withRoom()
    let program = try watch(server)
    _ = try program.lines(1)
    try ada.send(#"{"n":1,"delete":true}"#)
    #expect(try program.status() == 1)
    let end = "closed the connection: the room was deleted."
    #expect(program.errorLines == ["calcroom: http://127.0.0.1:\(server.port) \(end)"])
}

@Test func `an unreachable server or room is reported in one line`() throws {
    let server = try TestServer()
    let silent = try ReservedPort()
    let address = "http://127.0.0.1:\(server.port)"
    // Longer than a label of a host name may be, so the resolver fails without a query.
    let nowhere = String(repeating: "x", count: 64) + ".example"
    for (url, message) in [
        (
            "\(address)/rooms/nowhere",
            "There is no such room at \(address). To create it, use press with --make KEYPAD."
        ),
        (
            "http://127.0.0.1:\(silent.number)/rooms/7b",
            "Cannot connect to http://127.0.0.1:\(silent.number). Is the server running?"
        ),
        ("http://\(nowhere)/rooms/7b", "Unknown host \(nowhere)."),
    ] {
        for command in [["watch", url], ["press", url, "5"]] {
            #expect(try RunningProgram(command).failure() == "1: \(message)")
        }
    }
}

@Test(arguments: [
    (
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi\n",
        "is not a Calcroom server: it answered with HTTP status 200"
    ),
    (
        "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        "is not a Calcroom server: it answered with HTTP status 404"
    ),
    (
        "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n",
        "has had too many requests from this address. Try again later."
    ),
    (
        "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n",
        "does not accept requests for the host 127.0.0.1."
    ),
    ("", "is not a Calcroom server: it closed the connection without an answer"),
    ("220 mail.example ESMTP\r\n", "is not a Calcroom server"),
])
func `a server that refuses, or of another kind, is reported in one line`(
    answer: String, message: String
) throws {
    let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
    defer { close(listener.descriptor) }
    let url = "http://127.0.0.1:\(listener.port)"
    let program = try RunningProgram(["watch", "\(url)/rooms/7b"])
    let (descriptor, _) = try Wait.until { listener.accept() }
    var request = [UInt8](repeating: 0, count: 4_096)
    try Wait.untilTrue { read(descriptor, &request, request.count) > 0 }
    _ = Array(answer.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    #expect(try program.failure().hasPrefix("1: \(url) \(message)"))
    #expect(program.errorLines.count == 1)
}

@Test func `watch ends when the reader closes its output`() throws {
    let (server, ada) = try TestServer.withRoom()
    let pipe = Pipe()
    let program = try RunningProgram(
        ["watch", RunningProgram.room(server)], output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    #expect(pipe.fileHandleForReading.availableData == Data("\t\t\t0\n".utf8))
    try pipe.fileHandleForReading.close()
    // A program that another test forks at this time also holds the pipe until it calls exec.
    var count = 0
    try Wait.untilTrue {
        count += 1
        if count % 50 == 1 { try ada.send(#"{"n":\#(count / 50 + 1),"press":"7"}"#) }
        return program.isEnded
    }
    #expect(try program.status() == 0)
    #expect(program.errorLines == [])
}

/// `openssl s_server` answers HTTPS. Without a trusted certificate the client sends no request.
@Test func `the certificate of a server must be trusted`() throws {
    let certificates = try TestCertificates()
    let port = try ReservedPort()
    let server = try RunningProgram(
        [
            "s_server", "-accept", "127.0.0.1:\(port.number)", "-www",
            "-cert", certificates.files.certificate, "-key", certificates.files.key,
        ], binary: #require(Tool.openssl.path))
    try server.wait { server.lines.contains("ACCEPT") }
    let url = "https://localhost:\(port.number)"
    for (environment, message) in [
        ([:], "has no certificate that this machine trusts, or does not support TLS."),
        (
            ["SSL_CERT_FILE": certificates.authority],
            "is not a Calcroom server: it answered with HTTP status 200."
        ),
    ] {
        let program = try RunningProgram(["watch", "\(url)/rooms/7b"], environment: environment)
        #expect(try program.failure() == "1: \(url) \(message)")
    }
}
