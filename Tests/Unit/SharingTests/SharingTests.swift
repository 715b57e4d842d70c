import CalculatorEngine
@testable import RoomClient
import RunningPrograms
import SharedRoom
import Simulator
import Testing

@Test func `fifty clients with dying links press thousands of keys, each applied once or offered`()
    throws
{
    let world = World(seed: 7, edges: 2)
    let random = RandomSource(seed: 99)
    let teacher = world.client("teacher")
    world.settle()
    let clients = (0..<50).map { world.client("pupil\($0)", edge: $0 % 2) }
    world.settle()
    let keys = "1 2 3 + 4 - 5 * 6 = 7 back".split(separator: " ").map(String.init)
    let rounds = Effort.count(60, full: 200)
    for _ in 0..<rounds {
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
        world.advance(by: Int64(random.next(below: 40)))
    }
    for client in clients { client.isHeld = false }
    world.advance(by: 60_000)

    let room = try #require(world.edges[0].room("class"))
    let presses = room.people.all.flatMap(\.pens).reduce(0) { $0 + $1.last }
    let offered = clients.flatMap(\.replica.offers).reduce(0) { $0 + $1.actions.count }
    #expect(presses + Int64(offered) == 50 * Int64(rounds))
    #expect(clients.allSatisfy { $0.replica.view.pendingCount == 0 })
    #expect(Set(clients.map { $0.replica.confirmed?.hash }).count == 1)
    #expect(teacher.replica.confirmed?.hash == room.hash)
    let appended = world.edges.reduce(0) { $0 + $1.appendedCount }
    // The log also has one make and 51 enters.
    #expect(appended - 50 * rounds - 52 < 3 * rounds, "too many repeated actions in the log")
}
