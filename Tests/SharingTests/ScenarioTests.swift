import CalculatorEngine
@testable import RoomClient
import RoomServer
import SharedRoom
@testable import Simulator
import Testing

/// A room that Ada hosts.
private func room(edges: Int = 1) -> (world: World, ada: ClientHost) {
    let world = World(edges: edges)
    let ada = world.client("ada")
    world.settle()
    return (world, ada)
}

@Test func `one person in two tabs is one participant with two pens`() {
    let (world, ada) = room()
    let second = world.client("ada", keypad: nil)
    world.settle()
    ada.press("1")
    second.press("2")
    ada.press("3")
    world.settle()
    #expect(ada.display == second.display)
    #expect(ada.display.count == 3)
    #expect(ada.replica.confirmed?.people.all.count == 1)
    #expect(ada.replica.confirmed?.people[1]?.pens.map(\.last) == [2, 1])
}

/// Both copies resend the same pending actions with the same numbers, then act independently.
@Test func `a duplicated tab neither repeats nor loses a key`() {
    let (world, ada) = room()
    ada.press("1")
    world.settle()
    ada.cut()
    ada.isOffline = true
    ada.press("2 3")
    let copy = world.client("ada", keypad: nil, saved: ada.saved)
    world.advance(by: 100)
    copy.press("4")
    ada.isOffline = false
    world.advance(by: 60_000)
    ada.press("5")
    world.advance(by: 1_000)
    #expect(ada.display == "12345")
    #expect(copy.display == "12345")
    #expect(ada.replica.confirmed?.hash == copy.replica.confirmed?.hash)
}

@Test func `a frame sent through two servers is applied once`() throws {
    let (world, ada) = room(edges: 2)
    ada.isHeld = true
    ada.press("1 2")
    // The frames reach the first edge, but its answer is lost.
    ada.isHeld = false
    ada.deliverNow()
    ada.cut()
    ada.edge = 1
    world.advance(by: 5_000)
    ada.press("3")
    world.advance(by: 1_000)
    #expect(ada.display == "123")
    #expect(world.edges[0].room("class")?.hash == world.edges[1].room("class")?.hash)
}

@Test func `a refusal in the middle of a batch loses no key and keeps their order`() {
    let (world, ada) = room()
    ada.press("1 2")
    world.settle()
    world.store.isWritable = false
    ada.press("3 4")
    ada.deliverNow()
    world.settle()
    ada.press("5")
    world.settle()
    #expect(ada.display == "12345")
    #expect(ada.replica.view.pendingCount == 3)
    world.store.isWritable = true
    world.advance(by: 10_000)
    #expect(ada.replica.view.pendingCount == 0)
    #expect(world.edges[0].room("class")?.calculator.display.main.text == Array("12345".utf8))
}

@Test func `a batch larger than the rate limit is applied in parts`() {
    var limits = ServiceLimits()
    limits.keysAtOnceMax = 10
    let world = World(limits: limits)
    let ada = world.client("ada", keypad: .scientific)
    world.settle()
    ada.press("1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8")
    world.advance(by: 20_000)
    #expect(ada.replica.view.pendingCount == 0)
    #expect(ada.display == "123456789012345678")
}

@Test func `a join at a lagging server waits until the server has caught up`() {
    let (world, ada) = room(edges: 2)
    let ben = world.client("ben", keypad: nil, edge: 1)
    world.settle()
    world.edges[1].isLagging = true
    ada.press("1 2 3")
    world.settle()
    #expect(ben.display == "0")
    let cleo = world.client("cleo", keypad: nil, edge: 1)
    world.settle()
    #expect(cleo.replica.confirmed == nil)
    world.edges[1].isLagging = false
    world.settle()
    #expect(cleo.display == "123")
}

@Test func `two people who undo the same mistake undo one step`() {
    let (world, ada, ben) = World.pair()
    ada.press("1 2 3")
    world.settle()
    ada.undo()
    ben.undo()
    #expect(ada.display == "12" && ben.display == "12")
    world.settle()
    #expect(ada.display == "12" && ben.display == "12")
}

@Test func `keys that are pending when the keypad changes are applied to the new one`() {
    let (world, ada, ben) = World.pair()
    ben.isHeld = true
    ben.press("1 + 2 * 3")
    ada.act(.keypad(.formula))
    world.settle()
    ben.isHeld = false
    world.settle()
    ben.press("=")
    world.settle()
    #expect(ada.display == "7")
    #expect(ben.display == "7")
    #expect(ada.replica.confirmed?.hash == ben.replica.confirmed?.hash)
}

@Test func `a lock voids pending keys, and their author receives the reason`() {
    let (world, ada, ben) = World.pair()
    ben.isHeld = true
    ben.press("7")
    ada.act(.lock(true))
    world.settle()
    ben.isHeld = false
    world.settle()
    #expect(ben.display == "0")
    #expect(ben.replica.view.pendingCount == 0)
    #expect(!ben.replica.view.notices.isEmpty)
}

@Test func `a host who misses the deletion of the room does not make it again`() {
    let (world, ada) = room()
    ada.press("7")
    world.settle()
    ada.connection?.toPeer.losePackets()
    ada.act(.delete)
    ada.press("8")
    world.advance(by: 5_000)
    ada.cut()
    world.advance(by: 120_000)
    #expect(ada.ending == .deleted && ada.reconnectTime == nil)
    #expect(ada.replica.view.pendingCount == 0 && world.store.roomCount == 0)
}

@Test func `a deleted room ends for everybody and can be created again`() {
    let (world, ada, ben) = World.pair()
    ada.press("7")
    ada.act(.delete)
    world.advance(by: 60_000)
    #expect(world.store.roomCount == 0)
    #expect(ben.reconnectTime == nil)
    let cleo = world.client("cleo", keypad: .tip)
    world.settle()
    #expect(cleo.replica.confirmed?.people.all.count == 1)
    #expect(cleo.replica.confirmed?.calculator.keypad == .tip)
}
