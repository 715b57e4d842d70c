import CalculatorEngine
@testable import RoomClient
import SharedRoom
import Simulator
import Testing

@Test func `R22 what one presses the others see`() {
    let world = World()
    let ada = world.client("ada")
    world.settle()
    let ben = world.client("ben", keypad: nil)
    world.settle()
    ada.press("1 2 +")
    world.settle()
    ben.press("5 =")
    #expect(ben.display == "17")
    world.settle()
    #expect(ada.display == "17")
    #expect(ada.replica.confirmed?.hash == ben.replica.confirmed?.hash)
}

/// Fifty people press 200 keys each, and links die all the time.
@Test func `R6 fifty clients with dying links press ten thousand keys, each once`() throws {
    let world = World(seed: 7, edges: 2)
    let random = Fate(seed: 99)
    let teacher = world.client("teacher")
    world.settle()
    let clients = (0..<50).map { world.client("pupil\($0)", edge: $0 % 2) }
    world.settle()
    let keys = "1 2 3 + 4 - 5 * 6 = 7 back".split(separator: " ").map(String.init)
    for _ in 0..<200 {
        for client in clients {
            client.press(keys[random.next(below: keys.count)])
            switch random.next(below: 60) {
            case 0, 1: client.cut()
            case 2:
                client.cut()
                client.edge = 1 - client.edge
            case 3: client.isHeld.toggle()
            default: break
            }
        }
        for client in clients where random.next(below: 8) == 0 { client.isHeld = false }
        world.after(Int64(random.next(below: 40)))
    }
    for client in clients { client.isHeld = false }
    world.after(60_000)

    let room = try #require(world.edges[0].room("class"))
    let presses = room.people.all.flatMap(\.pens).reduce(0) { $0 + $1.last }
    #expect(presses == 10_000)
    #expect(clients.allSatisfy { $0.replica.view.pendingCount == 0 })
    #expect(Set(clients.map { $0.replica.confirmed?.hash }).count == 1)
    #expect(teacher.replica.confirmed?.hash == room.hash)
    let appended = world.edges.reduce(0) { $0 + $1.appendedCount }
    // Beside the presses stand one make and 51 enters.
    #expect(appended - 10_052 < 500, "repeated entries in the log")
}
