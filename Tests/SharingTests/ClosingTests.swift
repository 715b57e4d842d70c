import CalculatorEngine
@testable import RoomClient
import RoomServer
import SharedRoom
import Simulator
import Testing

@Test func `W58 W59 C54 who is closed is told why, by a bye and by a code, and heeds it`() throws {
    let (world, ada, ben) = World.pair()
    let eve = Stranger(world, joining: "eve")
    ada.act(.remove(3))
    world.settle()
    #expect(eve.closing == .removed && eve.closing?.code == 4008)
    #expect(eve.closingText == "removed from the room")
    #expect(eve.hear().last == #"{"bye":{"why":"removed"}}"#)
    let dan = Stranger(world, joining: "dan")
    ada.act(.delete)
    world.after(60_000)
    #expect(dan.closing == .deleted && dan.hear().last == #"{"bye":{"why":"deleted"}}"#)
    #expect(ben.ending == .deleted && ada.ending == .deleted && ben.dialing == nil)
    #expect(world.store.roomCount == 0)
}

@Test func `W60 W28 C54 after a stop every page comes back when it was told`() throws {
    let seeds = Fate(seed: 5)
    let stage = try SessionStage(chance: { seeds.next() })
    let name = try #require(RoomName(normal: Array("7b".utf8)))
    var pages: [Replica] = []
    for index in 0..<20 {
        var join = Join(secret: World.secret("page\(index)"))
        join.make = Join.MakeOptions(keypad: .standard)
        let page = Replica(join, pen: World.secret("pen\(index)"), chance: { 0 })
        for case .send(let frame) in page.connected(at: stage.now) {
            stage.say(String(decoding: frame, as: UTF8.self), by: "\(index)", in: name)
        }
        pages.append(page)
    }
    for index in pages.indices {
        while let frame = stage.takeHeard("\(index)") {
            _ = pages[index].receive(Array(frame.utf8), at: stage.now)
        }
    }
    #expect(pages.allSatisfy { $0.view.connection == .joined(isCurrent: true) })
    stage.stop()
    var times: [Int64] = []
    for index in pages.indices {
        let bye = try #require(stage.takeHeard("\(index)"))
        guard case .bye(.restart, let retry?) = try ServerMessage.decode(Array(bye.utf8)) else {
            Issue.record("\(bye)")
            return
        }
        #expect(stage.takeHeard("\(index)") == "closed 1012 the server starts again")
        _ = pages[index].receive(Array(bye.utf8), at: stage.now)
        let actions = pages[index].disconnected(code: 1_012, at: stage.now)
        for case .connect(let time) in actions {
            #expect(time >= stage.now + retry)
            times.append(retry)
        }
    }
    #expect(times.count == 20 && Set(times).count > 10 && times.allSatisfy { $0 < 20 })
}

@Test func `W61 C53 what got lost between server and store is noticed, and nobody goes`() throws {
    let (world, ada, ben) = World.pair(edges: 2)
    let foreign = ForeignEdge(world)
    foreign.breakFirstEdge()
    ben.press("1 2")
    world.settle()
    #expect(ada.display == "0" && ben.display == "12")
    ada.press("3")
    world.settle()
    #expect(ada.display == "123" && ada.replica.view.pendingCount == 1)
    #expect(ada.notices == [.refused(.storage)] && ada.isCurrent)
    world.after(2_000)
    #expect(ben.display == "123" && ada.isCurrent && ben.isCurrent)
    world.expectAgreement()
}

@Test func `W61 C46 after a loss the room has another epoch, and nothing typed is lost again`()
    throws
{
    let (world, ada, ben) = World.pair()
    let foreign = ForeignEdge(world)
    ada.press("1 2 3")
    world.settle()
    ben.press("4")
    world.settle()
    let before = ada.replica.epoch
    // The store comes back with the first four events: both people, and the key 1.
    foreign.breakFirstEdge()
    foreign.restore(4)
    ada.press("7")
    ben.press("8")
    world.after(60_000)
    #expect(ada.replica.epoch != before && ada.replica.epoch == ben.replica.epoch)
    #expect(ada.isCurrent && ben.isCurrent)
    #expect(ada.replica.view.question.isEmpty && ben.replica.view.question.isEmpty)
    #expect(Set(ada.display) == Set("178") && ada.display.count == 3)
    world.expectAgreement()
}
