import CLibWebSockets
import Foundation
import RoomStore
import SharedRoom
import Testing

@testable import WebServer

private func watch(_ server: TestServer) throws -> RunningProgram {
    try RunningProgram(["watch", RunningProgram.room(server)])
}

@Test func `C33 every change is a line, and nobody sees who watches`() throws {
    let store = MemoryStore.fresh
    let server = try TestServer(store: store)
    let ada = try WebSocket.joined(server, "a", #","name":"Ada""# + WebSocket.make)
    try ada.say(#"{"n":1,"press":["7","+"]}"#)
    try ada.hear(until: #""press":"+""#)
    let program = try watch(server)
    #expect(try program.lines(1) == ["\t\t7 +\t7"])
    try ada.say(#"{"n":3,"press":"5"}"#)
    #expect(try program.lines(2).last == "Ada\t5\t7 +\t5")
    let ben = try WebSocket.joined(server, "b")
    try ben.say(#"{"n":1,"press":"="}"#)
    #expect(try program.lines(3).last == "participant 2\t=\t7 + 5\t12")
    try ada.say(#"{"n":4,"undo":{"by":2,"n":1}}"#)
    #expect(try program.lines(4).last == "\t\t7 +\t5")
    // What changes nothing that is shown is no line.
    try ada.say(#"{"n":5,"lock":true}"#)
    try ada.say(#"{"n":6,"press":"1"}"#)
    #expect(try program.lines(5).last == "Ada\t1\t7 +\t51")
    #expect(program.lines.count == 5 && program.complaints == [])
}

@Test(arguments: [(nil, true), ("--plain", false)] as [(String?, Bool)])
func `C34 on a terminal one line is drawn again, unless it is to be plain`(
    option: String?, isDrawn: Bool
) throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", #","name":"Ada""# + WebSocket.make)
    let terminal = try Terminal()
    let program = try RunningProgram(
        ["watch", RunningProgram.room(server)] + (option.map { [$0] } ?? []),
        output: terminal.slave)
    try terminal.read(until: "0")
    try ada.say(#"{"n":1,"press":"7"}"#)
    let text = try terminal.read(until: isDrawn ? "\u{1B}[K" : "\n")
    #expect(text == (isDrawn ? "\r7   Ada: 7\u{1B}[K" : "Ada\t7\t\t7\r\n"))
    try ada.say(#"{"n":2,"delete":true}"#)
    #expect(try program.status() == 1)
    // The shell's next line begins at the left.
    if isDrawn { try terminal.read(until: "\r\n") }
}

@Test func `watch connects again by itself`() throws {
    let store = MemoryStore.fresh
    let port = try SilentPort()
    defer { withExtendedLifetime(port) {} }
    let first = try TestServer(store: store, port: port.number) { $0.limits.restartSpread = 1 }
    _ = try WebSocket.joined(first, "a", WebSocket.make)
    let program = try watch(first)
    #expect(try program.lines(1) == ["\t\t\t0"])
    try first.stop()
    #expect(
        try program.complaints(1) == ["calcroom: The connection is lost; it is tried again."])
    let second = try TestServer(store: store, port: port.number)
    #expect(try program.complaints(2).last == "calcroom: The connection is back.")
    let ada = try WebSocket.joined(second, "a")
    try ada.say(#"{"n":1,"press":"7"}"#)
    #expect(try program.lines(2).last == "participant 1\t7\t\t7")
}

@Test func `C37 the end of a room is the end of watching it`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    let program = try watch(server)
    _ = try program.lines(1)
    try ada.say(#"{"n":1,"delete":true}"#)
    #expect(try program.status() == 1)
    #expect(
        program.complaints == [
            "calcroom: http://127.0.0.1:\(server.port) has closed the connection: "
                + "the room was deleted."
        ])
}

@Test func `C37 who cannot be reached is told in one line`() throws {
    let server = try TestServer()
    let silent = try SilentPort()
    let address = "http://127.0.0.1:\(server.port)"
    // Longer than a name may be: nobody on a network is asked, who might take long to answer.
    let nowhere = String(repeating: "x", count: 64) + ".example"
    for (url, complaint) in [
        (
            "\(address)/rooms/nowhere",
            "There is no such room at \(address); press --make KEYPAD makes it."
        ),
        (
            "http://127.0.0.1:\(silent.number)/rooms/7b",
            "Nobody answers at http://127.0.0.1:\(silent.number); is the server running?"
        ),
        ("http://\(nowhere)/rooms/7b", "There is no host \(nowhere)."),
    ] {
        for command in [["watch", url], ["press", url, "5"]] {
            let program = try RunningProgram(command)
            #expect(try program.status() == 1 && program.lines == [])
            #expect(program.complaints == ["calcroom: \(complaint)"])
        }
    }
}

@Test(arguments: [
    ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi\n", "answers with status 200"),
    ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "answers with status 404"),
    ("", "hangs up without an answer"), ("220 mail.example ESMTP\r\n", "hangs up"),
])
func `C37 who is no Calcroom server is told in one line`(answer: String, complaint: String) throws {
    let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
    defer { close(listener.descriptor) }
    let url = "http://127.0.0.1:\(listener.port)"
    let program = try RunningProgram(["watch", "\(url)/rooms/7b"])
    let (descriptor, _) = try Wait.until { listener.accept() }
    var request = [UInt8](repeating: 0, count: 4_096)
    _ = try Wait.until { read(descriptor, &request, request.count) > 0 ? true : nil }
    _ = Array(answer.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    #expect(try program.status() == 1)
    #expect(program.complaints.count == 1)
    #expect(program.complaints[0].hasPrefix("calcroom: \(url) \(complaint)"))
}

@Test func `C38 watch ends when nobody reads any more`() throws {
    let server = try TestServer()
    let ada = try WebSocket.joined(server, "a", WebSocket.make)
    let pipe = Pipe()
    let program = try RunningProgram(
        ["watch", RunningProgram.room(server)], output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    #expect(pipe.fileHandleForReading.availableData == Data("\t\t\t0\n".utf8))
    try pipe.fileHandleForReading.close()
    // A program that another test just starts has the pipe, too, until it begins.
    var count = 0
    _ = try Wait.until {
        count += 1
        if count % 50 == 1 { try ada.say(#"{"n":\#(count / 50 + 1),"press":"7"}"#) }
        return program.isEnded ? true : nil
    }
    #expect(try program.status() == 0)
    #expect(program.complaints == [])
}

/// Whom `openssl s_server` is for this machine decides whether anything is said at all.
@Test func `C39 a certificate must be trusted`() throws {
    let openssl = URL(filePath: "/usr/bin/openssl")
    try #require(FileManager.default.isExecutableFile(atPath: openssl.path), "install openssl")
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (certificate, key) = (folder.path + "/certificate.pem", folder.path + "/key.pem")
    let making = try RunningProgram(
        [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
            "-addext", "subjectAltName=DNS:localhost",
        ], binary: openssl)
    #expect(try making.status() == 0)
    let silent = try SilentPort()
    let server = try RunningProgram(
        [
            "s_server", "-accept", "127.0.0.1:\(silent.number)", "-cert", certificate, "-key", key,
            "-www",
        ], binary: openssl)
    _ = try Wait.until { server.lines.contains("ACCEPT") ? true : nil }
    let url = "https://localhost:\(silent.number)"
    let stranger = try RunningProgram(["watch", "\(url)/rooms/7b"])
    #expect(try stranger.status() == 1)
    #expect(
        stranger.complaints == [
            "calcroom: \(url) has no certificate that this machine trusts, or speaks no TLS."
        ])
    let friend = try RunningProgram(
        ["watch", "\(url)/rooms/7b"], environment: ["SSL_CERT_FILE": certificate])
    #expect(try friend.status() == 1)
    #expect(
        friend.complaints == [
            "calcroom: \(url) answers with status 200, as no Calcroom server does."
        ])
}
