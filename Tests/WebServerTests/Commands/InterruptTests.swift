import Glibc
import Testing

@testable import WebServer

/// Both signals are pending when the program continues.
@Test func `a second interrupt ends the server at once`() throws {
    let program = try RunningProgram(
        ["serve", "--port", "0", "--data", ":memory:", "--static", try TestPage.folder()])
    try program.waitUntilServing()
    for signal in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { program.send(signal) }
    let status = try program.status()
    #expect([128 + SIGINT, 128 + SIGTERM].contains(status))
}
