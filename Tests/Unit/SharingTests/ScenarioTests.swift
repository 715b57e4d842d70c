import CalculatorEngine
@testable import RoomClient
import SharedRoom
@testable import Simulator
import Testing

@Test func `a frame sent through two servers is applied once`() throws {
    let world = World(edges: 2)
    let ada = world.client("ada")
    world.settle()
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
    let world = World()
    let ada = world.client("ada")
    world.settle()
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
