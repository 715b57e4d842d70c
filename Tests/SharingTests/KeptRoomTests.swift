@testable import RoomClient
import SharedRoom
@testable import Simulator
import Testing

@Test func `C78 a page begins with the room that an earlier one kept`() throws {
    let (world, ada, ben) = World.pair()
    ben.press("1 2 +")
    world.settle()
    let kept = ben.replica.kept
    world.close(ben, forGood: true)
    world.after(5_000)
    let page = world.client("ben", keypad: nil, kept: kept)
    #expect(page.display == "12" && !page.isJoined)
    page.press("3")
    #expect(page.display == "3")
    world.settle()
    #expect(page.isJoined && page.display == "3" && ada.display == "3")
    world.expectAgreement()
}

@Test func `C79 keys on a kept room are asked about, and nothing is made`() throws {
    let (world, ada, ben) = World.pair()
    ben.press("1 2")
    world.settle()
    let kept = ben.replica.kept
    ada.press("3")
    world.after(20_000)
    let page = world.client("ben", keypad: nil, kept: kept)
    page.isHeld = true
    page.press("4")
    #expect(page.display == "124")
    page.isHeld = false
    world.settle()
    #expect(ada.display == "123")
    #expect(page.replica.view.question.count == 1)
    page.answer(true)
    world.settle()
    #expect(ada.display == "1234")
    // In a room of another name, which is not there, it is no reason to make one.
    let stranger = world.client("ada", room: "other", keypad: nil, kept: ada.replica.kept)
    world.settle()
    #expect(stranger.hasEnded)
    world.expectAgreement()
}
