import Simulator
import Testing

/// Answers every frame immediately.
private final class Chatterbox: ConnectionPeer {
    private(set) var count = 0

    func receive(_ frame: [UInt8], over connection: SimulatedConnection) {
        count += 1
        connection.send(Array(#"{"alive":1}"#.utf8))
    }

    func connectionEnded(_ connection: SimulatedConnection, code: UInt16, text: [UInt8]) {}
}

@Test func `an endless loop at one instant breaks a promise and does not hang`() throws {
    let world = World()
    let ada = world.client("ada")
    world.settle()
    let chatterbox = Chatterbox()
    let connection = try #require(world.edges[0].accept(chatterbox, room: "class"))
    connection.send(Array(#"{"join":{"secret":"chatterbox------------"}}"#.utf8))
    world.settle()
    #expect(chatterbox.count > 10_000)
    let failure = try #require(world.failure)
    #expect(failure.promise == .bounded && failure.room == nil)
    #expect(failure.description == "P8 bounded: time does not advance at 0 ms")
    // Earlier results remain, and time can continue.
    #expect(ada.display == "0")
    connection.close()
    let before = world.now
    world.advance(by: 1)
    #expect(world.now == before + 1)
}
