import CalculatorEngine
@testable import RoomClient
import SharedRoom
import Simulator
import Testing

extension World {
    /// Loses the room while these clients are offline, like a restarted server without persistent storage.
    fileprivate func lose(_ clients: ClientHost...) {
        for client in clients {
            client.isOffline = true
            client.cut()
        }
        ForeignEdge(self).forget()
        // Longer than any delay before a reconnection.
        advance(by: 40_000)
    }
}

@Test func `the host makes a lost room again, and the others return to it`() throws {
    let (world, ada, ben) = World.pair()
    let cleo = world.client("cleo", keypad: nil)
    ada.act(.keypad(.tip))
    ada.act(.lock(true))
    ada.act(.host(2))
    world.settle()
    world.lose(ada, ben, cleo)
    cleo.isOffline = false
    world.advance(by: 31_000)
    #expect(cleo.ending == nil && cleo.replica.view.isRoomMissing && world.store.roomCount == 0)
    ben.isOffline = false
    world.advance(by: 31_000)
    #expect(ben.isCurrent)
    world.advance(by: 30_000)
    #expect(cleo.isCurrent && !cleo.replica.view.isRoomMissing)
    ada.isOffline = false
    world.advance(by: 31_000)
    #expect(try cleo.confirmed.calculator.keypad == .tip && cleo.confirmed.isLocked)
    #expect(try cleo.confirmed.people.all.map(\.isHost) == [true, false, false])
    #expect([ben, cleo, ada].map(\.replica.you) == [1, 2, 3])
    world.expectAgreement()
}

@Test func `clients ask for a lost room once or twice a minute`() throws {
    let (world, ada, ben) = World.pair()
    let board = world.client("board", keypad: nil) { $0.isWatching = true }
    world.settle()
    world.lose(ada, ben, board)
    for client in [ben, board] {
        client.isOffline = false
        world.advance(by: 31_000)
        for _ in 0..<5 {
            #expect(client.replica.view.isRoomMissing && client.ending == nil)
            let wait = try #require(client.reconnectTime) - world.now
            #expect(wait > 0 && wait <= 60_000)
            world.advance(by: wait)
            let next = try #require(client.reconnectTime) - world.now
            #expect(next >= 30_000)
        }
    }
}

@Test func `a person has another identity in every room`() throws {
    let world = World()
    let here = world.client("ada")
    let there = world.client("ada", room: "club")
    world.settle()
    let (one, other) = (try here.confirmed.people.all[0], try there.confirmed.people.all[0])
    #expect(one.identity != other.identity && one.pens[0].id != other.pens[0].id)
}

@Test func `a closed room does not change, and newcomers watch it until it opens`() throws {
    let (world, ada, ben) = World.pair()
    ada.press("4 2")
    ada.act(.close)
    world.settle()
    ben.press("7")
    ada.act(.lock(true))
    let cleo = world.client("cleo", keypad: nil)
    ben.cut()
    world.advance(by: 2_000)
    #expect(ben.voids.contains(.closed) && ada.voids == [.closed])
    #expect(ben.isCurrent && cleo.isCurrent)
    #expect(cleo.replica.you == nil && cleo.display == "42")
    #expect(try ada.confirmed.people.all.map(\.number) == [1, 2])
    ada.act(.open)
    world.advance(by: 2_000)
    #expect(cleo.replica.you == 3)
    cleo.press("7")
    world.settle()
    #expect(ben.display == "427")
    ada.act(.close)
    ada.act(.startOver)
    world.settle()
    #expect(ben.replica.view.connection == .ended(.over))
    #expect(cleo.replica.view.connection == .ended(.over))
    world.expectAgreement()
}
