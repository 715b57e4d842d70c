import Glibc
import Testing

@testable import WebServer

/// Both signals are pending when the program continues. Ada stays connected, so the server is still stopping
/// when it handles the second one.
@Test func `a second interrupt ends the server at once`() throws {
    let program = try RunningProgram(
        ["serve", "--port", "0", "--data", ":memory:", "--static", try TestPage.folder()])
    let beginning = try program.lines(1)[0]
    let port = try #require(beginning.split(separator: ":").last.flatMap { UInt16($0) })
    let ada = try WebSocket(port: port)
    try ada.join("a", WebSocket.make)
    try ada.receive(until: #"{"welcome""#)
    defer { withExtendedLifetime(ada) {} }
    for signal in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { program.send(signal) }
    #expect([128 + SIGINT, 128 + SIGTERM].contains(try program.status()))
}
