import CalculatorEngine
@testable import RoomClient
import RoomServer
import SharedRoom
import Simulator
import Testing

@Test func `W47 W12 the first number may be any, then they come without a gap`() throws {
    let (world, ada, ben) = World.pair()
    let eve = Stranger(world, joining: "eve")
    eve.say(#"{"n":1,"press":["1","2","3"]}"#)
    eve.say(#"{"n":2,"press":["2","3","4"]}"#)
    eve.say(#"{"n":1,"press":"9"}"#)
    eve.say(#"{"n":5,"press":"5"}"#)
    #expect(ada.display == "12345")
    let again = Stranger(world, joining: "eve")
    again.say(#"{"n":4,"press":["4","5","6"]}"#)
    #expect(ada.display == "123456")
    world.expectUnnoticed(by: ada, ben) { again.say(#"{"n":8,"press":"8"}"#) }
    #expect(again.closing == .order)
    #expect(again.closingText == "numbers of a pen come one after the other")
    world.expectAgreement()
}

@Test func `W48 W49 W28 C53 what is beyond the rate is refused, and comes again in order`() throws {
    var limits = World.generous
    (limits.keysAtOnceMax, limits.keysPerSecond) = (3, 2)
    let (world, ada, ben) = World.pair(limits: limits)
    let eve = Stranger(world, joining: "eve")
    eve.say(#"{"n":1,"press":["1","2","3","4","5"]}"#)
    eve.say(#"{"n":6,"press":"6"}"#)
    #expect(ada.display == "123")
    #expect(try eve.refusals == ["4 rate"])
    #expect(try eve.messages.contains(.refused(count: 4, why: .rate, retry: 500)))
    world.after(500)
    eve.say(#"{"n":5,"press":"5"}"#)
    eve.say(#"{"n":4,"press":"4"}"#)
    #expect(ada.display == "1234")
    // Ben's client does the same by itself.
    ben.press("C 9 8 7 6 5")
    world.settle()
    #expect(ben.display == "98765" && ada.display == "98")
    #expect(ben.notices == [.refused(.rate)])
    world.after(10_000)
    #expect(ada.display == "98765")
    world.expectAgreement()
}

@Test func `W49 who may not press at all has a smaller rate`() throws {
    var limits = World.generous
    limits.voidKeysAtOnceMax = 2
    limits.voidKeysPerSecond = 1
    let (world, ada, ben) = World.pair(limits: limits)
    ada.act(.lock(true))
    world.settle()
    ben.press("1 2 3 4")
    ada.press("4 2")
    world.settle()
    #expect(ben.voids == [.locked, .locked] && ben.notices.contains(.refused(.rate)))
    #expect(ben.display == "42" && ada.notices.isEmpty)
    world.after(10_000)
    #expect(ben.voids.count == 4)
    world.expectAgreement()
}

/// The costs of a key are the same in a room with much behind it, so the same number of keys fits.
@Test func `W49 R36 work has a rate, and a key costs the same in an old room`() throws {
    func keysTaken(after old: Int) throws -> Int64 {
        var limits = World.generous
        limits.stepsAtOnceMax = 3_000
        limits.stepsPerSecond = 1
        let (world, ada, _) = World.pair(limits: limits, keypad: .scientific)
        let foreign = ForeignEdge(world)
        let digits = (0..<old).map { number in
            let signature = Signature(author: 3, pen: 0, count: Int64(number) + 1)
            return Draft(
                .press(number % 2 == 0 ? .digit(.one) : .clear(.everything)), signature: signature)
        }
        let pupil = Entrance(identity: Fingerprint(high: 1, low: 2), pen: 3, name: .none)
        foreign.append([Draft(.enter(pupil))] + digits)
        let eve = Stranger(world, joining: "eve")
        var count: Int64 = 0
        var refusal: String?
        while refusal == nil, count < 1_000 {
            count += 1
            _ = eve.hear()
            eve.say(#"{"n":\#(5 * count - 4),"press":["C","9","9","fact","="]}"#)
            refusal = try eve.refusals.first
        }
        #expect(refusal == "\(5 * count - 4) work")
        world.expectAgreement()
        #expect(ada.display.hasPrefix("9.33262154"))
        return count
    }
    let young = try keysTaken(after: 0)
    #expect(young > 1)
    #expect(try keysTaken(after: 4_000) == young)
}

@Test func `W49 W28 C43 at most so many actions wait for the store`() throws {
    var limits = World.generous
    limits.actionsInFlightMax = 2
    let (world, ada, ben) = World.pair(edges: 2, limits: limits)
    world.edges[1].isLagging = true
    ben.press("1 2 3 4")
    world.settle()
    #expect(ben.notices == [.refused(.busy)])
    #expect(ben.display == "1234" && ada.display == "12")
    world.edges[1].isLagging = false
    world.after(10_000)
    #expect(ada.display == "1234")
    world.expectAgreement()
}

@Test func `W50 W28 what the store cannot take is refused, and so is a newcomer`() throws {
    let (world, ada, ben) = World.pair()
    let eve = Stranger(world, joining: "eve")
    world.store.isWritable = false
    eve.say(#"{"n":1,"press":["4","2"]}"#)
    ben.act(.lock(true))
    let cleo = world.client("cleo", keypad: nil)
    world.settle()
    #expect(try eve.messages.last == .refused(count: 1, why: .storage, retry: 1_000))
    #expect(ben.notices == [.refused(.storage)] && ada.display == "0")
    #expect(cleo.replica.confirmed == nil && cleo.dialing != nil)
    // Reading goes on: whoever is known comes in.
    ada.cut()
    world.after(900)
    #expect(ada.isCurrent)
    world.store.isWritable = true
    world.after(60_000)
    eve.say(#"{"n":1,"press":["4","2"]}"#)
    #expect(ada.display == "42" && cleo.isCurrent)
    #expect(ben.voids == [.host])
    world.expectAgreement()
}

@Test func `C43 C41 at most 64 actions are under way, unchanged and in order`() throws {
    let (world, ada, ben) = World.pair(edges: 2, keypad: .scientific)
    world.edges[1].isLagging = true
    let before = world.edges[1].appendedCount
    for _ in 0..<30 { ben.press("1 + 2 -") }
    world.settle()
    #expect(world.edges[1].appendedCount - before == 64)
    #expect(ben.replica.view.pendingCount == 120)
    // What was sent once more after the break is what was sent before.
    ben.cut()
    world.edges[1].isLagging = false
    world.after(10_000)
    let log = ForeignEdge(world).log.filter { $0.signature?.author == 2 }
    let presses = Dictionary(grouping: log) { $0.signature?.count ?? 0 }
    #expect(presses.count == 120)
    for (_, same) in presses { #expect(same.allSatisfy { $0.action == same[0].action }) }
    #expect(ada.display == ben.display)
    world.expectAgreement()
}
