@testable import RoomClient
import SeededNumbers
import SharedRoom
@testable import Simulator
import Testing

/// One of three servers has nearly all participants. More clients than there are places connect to the other
/// two, lose their connections, return and leave.
@Test(arguments: 1...4) func `nobody who is connected loses their place in a full room`(
    seed: UInt64
) throws {
    var limits = World.generous
    limits[.placeKeptTime] = 3_000
    let world = World(edges: 2, limits: limits)
    let ada = world.client("ada")
    world.settle()
    let foreign = ForeignEdge(world)
    foreign.append(
        (1..<UInt64(RoomLimits.peopleMax)).map { number in
            let identity = Fingerprint(high: number, low: 0)
            return Draft(
                .enter(Entrance(identity: identity, pen: 1, name: .none)))
        })
    foreign.announce(came: Array(12...UInt32(RoomLimits.peopleMax)))
    world.advance(by: limits[.placeKeptTime])
    var random = SplitMix(seed: seed)
    var clients: [ClientHost] = []
    var entrances = 0
    for round in 0..<150 {
        switch random.next(below: 8) {
        case 0..<4 where clients.count < 14:
            let edge = random.next(below: 2)
            clients.append(world.client("client\(seed)-\(round)", keypad: nil, edge: edge))
        case 4, 5: clients.randomElement(using: &random)?.cut()
        case 6 where clients.count > 9:
            let client = clients.remove(at: random.next(below: clients.count))
            world.close(client, forGood: true)
        default: break
        }
        world.advance(by: Int64(random.next(below: 4_000)))
        for client in clients {
            #expect(client.replica.view.awayReason != .replaced)
            guard client.isCurrent, let you = client.replica.you else { continue }
            let people = try #require(world.edges[client.edge].room("class")).people
            #expect(people[you] != nil)
            entrances += 1
        }
    }
    #expect(entrances > 300 && ada.isCurrent)
    #expect(world.failure == nil)
    let people = try ada.confirmed.people
    #expect(people.all.count == RoomLimits.peopleMax && people[1]?.isHost == true)
    #expect((12...UInt32(RoomLimits.peopleMax)).allSatisfy { people[$0] != nil })
}
