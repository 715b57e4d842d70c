import Foundation
import Glibc
import SharedRoom
import Testing

@testable import WebServer

@Test func `a client that reconnects to the next server continues where it was`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = folder.appending(path: "rooms.db").path
    let port = try ReservedPort()
    defer { withExtendedLifetime(port) {} }
    let first = try ServingProgram(data, port: port.number)
    try first.waitUntilServing()
    let ada = try WebSocket(port: first.port)
    try ada.join("a", WebSocket.make)
    let earlier = try ada.welcome()
    try ada.send(#"{"n":1,"press":["5","+"]}"#)
    try ada.receive(until: #""n":2"#)
    first.program.send(SIGTERM)
    let bye = try ada.receive(until: #"{"bye""#)
    #expect(bye.contains(#""why":"restart","retry":"#))
    #expect(try ada.receiveClose().code == 1012)
    try ada.send(.init(code: WebSocket.Frame.close, bytes: [0x03, 0xF4]))
    #expect(try first.program.status() == 0)

    let second = try ServingProgram(data, port: first.port)
    try second.waitUntilServing()
    var known = earlier
    known.sequence += 2
    for (since, contents) in [(known, Welcome.Contents.events([])), (earlier, nil)] {
        let back = try WebSocket(port: second.port)
        try back.join("a", #","since":\#(since.position)"#)
        let welcome = try back.welcome()
        #expect(welcome.epoch == earlier.epoch && welcome.sequence == known.sequence)
        #expect(welcome.you == Welcome.You(number: 1, pen: 0, last: 2))
        // The new server has no recent events in memory, so a client that missed one receives a snapshot.
        if let contents { #expect(welcome.contents == contents) }
        if case .events = welcome.contents { #expect(contents != nil) }
    }
    try second.stop()
}

@Test func `a server that stops waits for clients at most five seconds`() throws {
    #expect(SocketTimes().closeTimeout == 5_000)
    let path = OperationsDocument.folder.appending(path: "deploy/calcroom.service")
    let unit = try String(contentsOf: path, encoding: .utf8)
    let seconds = unit.firstMatch(of: /TimeoutStopSec=([0-9]+)s/).flatMap { Int64($0.1) }
    #expect((seconds ?? 0) * 1_000 > 2 * SocketTimes().closeTimeout)
    let server = try TestServer { $0.times.closeTimeout = 100 }
    // A client that does not answer the close frame.
    let silent = try WebSocket.joined(server, "a", WebSocket.make)
    try server.stop()
    #expect(try silent.receiveClose().code == 1012)
}
