import Glibc
import Testing

@testable import WebServer

/// A client that hears the goodbye and does not go would be waited for.
@Test(arguments: [SIGTERM, SIGINT])
func `C24 a second interrupt ends it at once`(signal: Int32) throws {
    let program = try RunningProgram(["serve", "--port", "0", "--static", try TestPage.folder()])
    let beginning = try program.lines(1)[0]
    let port = try #require(beginning.split(separator: ":").last.flatMap { UInt16($0) })
    let ada = try WebSocket(port: port)
    try ada.join("a", WebSocket.make)
    try ada.hear(until: #"{"welcome""#)
    program.interrupt(signal)
    try ada.hear(until: #"{"bye":{"why":"restart""#)
    #expect(try ada.hearClose().code == 1012)
    program.interrupt(signal)
    // Waiting for her would take longer, and end with 0.
    let seconds = 0.8 * Double(SocketTimes().farewell) / 1_000
    #expect(try program.status(seconds: seconds) == 128 + signal)
}
