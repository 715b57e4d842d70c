import Foundation
import Testing

@testable import LoadGenerator

/// Measures a bare server under a load.
private func measure(
    _ server: BareServer, rooms: Int = 1, clients: Int = 4, _ pace: Pace, seconds: Double = 0.2
) throws -> LoadFigures {
    let address = try #require(ServerAddress("ws://127.0.0.1:\(server.port)"))
    var load = Load([address], rooms: rooms, clientsInRoom: clients, pace: pace)
    load.dialect = .plain
    let run = try LoadRun(load, server: nil)
    return try run.measure(seconds: seconds)
}

@Test(arguments: [(1, 4, Pace.window(8)), (3, 3, .window(1)), (2, 4, .rate(500))])
func `a bare broadcast is measured`(rooms: Int, clients: Int, pace: Pace) throws {
    let server = BareServer()
    defer { server.stop() }
    let figures = try measure(server, rooms: rooms, clients: clients, pace)
    #expect(figures.keys > 10)
    #expect(figures.deliveries > figures.keys * (clients - 1))
    #expect(figures.delay(0.5) == nil || pace.measuresDelays)
    #expect(figures.processorTime == nil)
}

@Test(.timeLimit(.minutes(1))) func `a short measurement ends, though all threads take part late`()
    throws
{
    let server = BareServer()
    defer { server.stop() }
    let figures = try measure(server, .window(1), seconds: 0)
    #expect(figures.seconds > 0)
}

@Test func `each client alternates between a digit and C`() throws {
    let server = BareServer()
    defer { server.stop() }
    _ = try measure(server, clients: 1, .window(1))
    let keys = server.allTexts.dropFirst().prefix(4).map { $0 }
    #expect(
        keys == (1...4).map { #"{"press":"\#($0.isMultiple(of: 2) ? "C" : "7")","n":\#($0)}"# })
}

@Test(arguments: [
    (BareServer.Fault.skipsSequenceNumber, "came after"), (.repeatsEvent, "came after"),
    (.closesConnections, "the server hung up"),
    (.refusesUpgrade, "no WebSocket: HTTP/1.1 404 Not Found"),
])
func `a wrong answer ends the load with an error`(fault: BareServer.Fault, words: String) throws {
    let server = BareServer(fault)
    defer { server.stop() }
    let error = #expect(throws: LoadError.self) {
        _ = try measure(server, .window(4), seconds: 10)
    }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
}

@Test func `a refused connection is reported immediately`() throws {
    let address = try #require(ServerAddress("ws://127.0.0.1:1"))
    let error = #expect(throws: LoadError.self) {
        _ = try LoadRun(Load([address], clientsInRoom: 2, pace: .window(1)), server: nil)
    }
    #expect(error?.message.contains("no connection") == true)
}

@Test func `measuring a disk leaves an existing file alone`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
    try Data("mine".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: LoadError.self) { _ = try DiskTrial(file.path) }
    #expect(try Data(contentsOf: file) == Data("mine".utf8))
}

@Test func `a stalled server receives keys at the same rate, and their wait counts as delay`()
    throws
{
    let server = BareServer(.stalls)
    defer { server.stop() }
    let figures = try measure(server, clients: 2, .rate(200), seconds: 1)
    // The server stalls for 300 ms, in which 60 keys are due. Most of them wait for more than 100 ms. A
    // generator that waited for answers would measure only one such key.
    #expect(try #require(figures.delay(0.9)) > 100)
}

@Test(arguments: [
    "http://127.0.0.1:8080", "ws://calc.example:8080", "ws://127.0.0.1", "ws://127.0.0.1:0", "8080",
])
func `other addresses are rejected`(text: String) {
    #expect(ServerAddress(text) == nil)
}

@Test func `clients and keys are divided among the threads completely`() throws {
    let address = try #require(ServerAddress("ws://localhost:8080"))
    var load = Load([address], rooms: 5, clientsInRoom: 4, pace: .rate(100))
    load.threads = 3
    let byRoom = load.assignments(run: "a")
    #expect(byRoom.map(\.rooms) == [0..<2, 2..<4, 4..<5])
    #expect(byRoom.map(\.firstIndex) == [0, 8, 16])
    #expect(byRoom.map(\.pace) == [.rate(40), .rate(40), .rate(20)])
    load = Load([address], clientsInRoom: 7, sendersInRoom: 2, pace: .window(8))
    let byClient = load.assignments(run: "a")
    #expect(byClient.map(\.clientsInRoom) == [4, 3])
    #expect(byClient.map(\.sendersInRoom) == [1, 1])
    #expect(byClient.map(\.firstIndex) == [0, 4])
    #expect(byClient.map { $0.roomName(0) } == ["a-0", "a-0"])
}
