import CalculatorEngine
@testable import RoomClient
import SharedRoom
import Simulator
import Testing

@Test func `a reload resends pending keys once, then uses a pen of its own`() throws {
    let (world, ada, ben) = World.pair()
    ben.press("1")
    world.settle()
    let pen = ben.replica.pen.name
    ben.cut()
    ben.isOffline = true
    ben.press("2 3")
    let page = world.client("ben", keypad: nil, saved: ben.saved)
    page.press("4")
    #expect(page.display == "234")
    world.advance(by: 10_000)
    #expect(page.display == "1234" && ada.display == "1234")
    #expect(page.replica.pen.name != pen)
    #expect(try ada.confirmed.people[2]?.pens.map(\.last) == [3, 1])
    // The page that was left comes back and finds its keys decided.
    ben.isOffline = false
    world.advance(by: 60_000)
    #expect(ada.display == "1234")
    world.expectAgreement()
}

@Test func `a client notices another one with its pen, and loses no key to it`() throws {
    let (world, ada, ben) = World.pair()
    ben.press("1")
    world.settle()
    let pen = String(decoding: ben.replica.pen.name.bytes, as: UTF8.self)
    ben.isHeld = true
    ben.press("2")
    let twin = Stranger(world, joining: "ben", #","pen":"\#(pen)""#)
    #expect(try twin.welcome?.you?.last == 1)
    twin.say(#"{"n":2,"press":"9"}"#)
    #expect(ada.display == "19")
    ben.isHeld = false
    world.advance(by: 10_000)
    #expect(ben.isCurrent && ben.replica.view.question.count == 1)
    ben.answer(true)
    ben.press("3")
    world.settle()
    #expect(ada.display == "1923" && ben.display == "1923")
    #expect(String(decoding: ben.replica.pen.name.bytes, as: UTF8.self) != pen)
    // The twin knows nothing of it.
    twin.say(#"{"n":3,"press":"4"}"#)
    #expect(ben.display == "19234" && ben.isCurrent)
    world.expectAgreement()
}
