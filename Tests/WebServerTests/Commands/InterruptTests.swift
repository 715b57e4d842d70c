import Glibc
import Testing

@testable import WebServer

/// Both interrupts wait for the program when it goes on, so that it hears the second one before
/// anybody has gone.
@Test func `C24 a second interrupt ends it at once`() throws {
    let program = try RunningProgram(
        ["serve", "--port", "0", "--data", ":memory:", "--static", try TestPage.folder()])
    let beginning = try program.lines(1)[0]
    let port = try #require(beginning.split(separator: ":").last.flatMap { UInt16($0) })
    let ada = try WebSocket(port: port)
    try ada.join("a", WebSocket.make)
    try ada.hear(until: #"{"welcome""#)
    for signal in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { program.interrupt(signal) }
    #expect([128 + SIGINT, 128 + SIGTERM].contains(try program.status()))
}
