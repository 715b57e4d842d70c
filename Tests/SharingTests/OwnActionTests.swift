import CalculatorEngine
@testable import RoomClient
import SharedRoom
import Simulator
import Testing

@Test func `C40 own keys are shown at once, and anew when others come first`() throws {
    let (world, ada, ben) = World.pair()
    ben.isHeld = true
    ben.press("1 2")
    #expect(ben.display == "12" && ada.display == "0")
    #expect(ben.replica.view.pendingCount == 2)
    ada.press("3")
    world.settle()
    #expect(ada.display == "3")
    ben.isHeld = false
    world.settle()
    #expect(ben.display == "312" && ada.display == "312")
    world.expectAgreement()
}

@Test func `C41 C42 a reload settles what was typed, then writes with a pen of its own`() throws {
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
    world.after(10_000)
    #expect(page.display == "1234" && ada.display == "1234")
    #expect(page.replica.pen.name != pen)
    #expect(try ada.confirmed.people[2]?.pens.map(\.last) == [3, 1])
    // The page that was left comes back and finds its keys decided.
    ben.isOffline = false
    world.after(60_000)
    #expect(ada.display == "1234")
    world.expectAgreement()
}

@Test func `C44 R11 R6 an own action is decided once its number is, and the person told`() throws {
    let (world, ada, ben) = World.pair()
    ben.isHeld = true
    ben.press("7")
    ben.act(.hand(isUp: true))
    ada.act(.lock(true))
    world.settle()
    #expect(ben.replica.view.pendingCount == 2)
    ben.isHeld = false
    world.settle()
    #expect(ben.voids == [.locked] && ben.replica.view.pendingCount == 0)
    #expect(try ada.confirmed.people[2]?.handRaised != nil)
    // The answer to what was sent never came; the welcome says that it was taken.
    ben.act(.hand(isUp: false))
    ben.hurry()
    ben.cut()
    #expect(ben.replica.view.pendingCount == 1)
    world.after(2_000)
    #expect(ben.replica.view.pendingCount == 0)
    #expect(try ada.confirmed.people[2]?.handRaised == nil)
    world.expectAgreement()
}

@Test func `C47 another who writes with one's pen is noticed, and nothing is lost to it`() throws {
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
    world.after(10_000)
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

@Test func `C52 keys of a long silence are asked about when others pressed meanwhile`() throws {
    for isSent in [true, false] {
        let (world, ada, ben) = World.pair()
        ada.press("1")
        world.settle()
        ben.cut()
        ben.isOffline = true
        world.after(20_000)
        ben.press("7 8")
        ben.undo()
        ada.press("2")
        world.settle()
        ben.isOffline = false
        world.after(60_000)
        #expect(ben.isCurrent && ben.replica.view.question.count == 3)
        #expect(ada.display == "12")
        ben.press("9")
        world.settle()
        #expect(ada.display == "12")
        ben.answer(isSent)
        world.settle()
        #expect(ada.display == (isSent ? "1279" : "129"))
        world.expectAgreement()
    }
}

@Test func `C52 nothing is asked when nobody else did anything`() {
    let (world, ada, ben) = World.pair()
    ben.cut()
    ben.isOffline = true
    world.after(20_000)
    ben.press("4 2")
    ben.isOffline = false
    world.after(60_000)
    #expect(ben.replica.view.question.isEmpty && ada.display == "42")
    world.expectAgreement()
}
