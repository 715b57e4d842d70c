import CalculatorEngine
@testable import RoomClient
import SharedRoom
import Simulator
import Testing

@Test func `R15 W43 C54 while the door is shut only those who are known come in`() throws {
    let (world, ada, ben) = World.pair()
    let foreign = ForeignEdge(world)
    ada.act(.door(isOpen: false))
    world.settle()
    let count = foreign.log.count
    let cleo = world.client("cleo", keypad: nil)
    ben.cut()
    world.after(2_000)
    #expect(cleo.ending == .door && cleo.dialing == nil)
    #expect(ben.isCurrent)
    #expect(foreign.log.count == count)
    ada.act(.door(isOpen: true))
    world.settle()
    let dan = world.client("dan", keypad: nil)
    world.settle()
    #expect(dan.replica.you == 3)
    world.expectAgreement()
}

extension World {
    /// While everybody is away, the room is lost, as by a server that starts again and kept nothing.
    fileprivate func lose(_ clients: ClientHost...) {
        for client in clients {
            client.isOffline = true
            client.cut()
        }
        ForeignEdge(self).forget()
        // Whatever was waited for before, everybody may come back now.
        after(40_000)
    }
}

@Test func `C76 a room that was lost is made again by its host, and the others come back`() throws {
    let (world, ada, ben) = World.pair()
    let cleo = world.client("cleo", keypad: nil)
    ada.act(.keypad(.tip))
    ada.act(.lock(true))
    ada.act(.host(2))
    world.settle()
    world.lose(ada, ben, cleo)
    cleo.isOffline = false
    world.after(31_000)
    #expect(cleo.ending == nil && cleo.replica.view.isRoomGone && world.store.roomCount == 0)
    ben.isOffline = false
    world.after(31_000)
    #expect(ben.isCurrent)
    world.after(30_000)
    #expect(cleo.isCurrent && !cleo.replica.view.isRoomGone)
    ada.isOffline = false
    world.after(31_000)
    #expect(try cleo.confirmed.calculator.keypad == .tip && cleo.confirmed.isLocked)
    #expect(try cleo.confirmed.people.all.map(\.isHost) == [true, false, false])
    #expect([ben, cleo, ada].map(\.replica.you) == [1, 2, 3])
    world.expectAgreement()
}

@Test func `C76 who asks for a room that is gone does so once or twice a minute`() throws {
    let (world, ada, ben) = World.pair()
    let board = world.client("board", keypad: nil) { $0.isWatching = true }
    world.settle()
    world.lose(ada, ben, board)
    for client in [ben, board] {
        client.isOffline = false
        world.after(31_000)
        for _ in 0..<5 {
            #expect(client.replica.view.isRoomGone && client.ending == nil)
            let wait = try #require(client.dialing) - world.now
            #expect(wait > 0 && wait <= 60_000)
            world.after(wait)
            let next = try #require(client.dialing) - world.now
            #expect(next >= 30_000)
        }
    }
}

@Test func `R16 a host hands the role on, and has it no longer`() throws {
    let (world, ada, ben) = World.pair()
    ada.act(.host(1))
    world.settle()
    #expect(ada.voids == [.oneself])
    ada.act(.host(2))
    world.settle()
    #expect(try ben.confirmed.people.all.map(\.isHost) == [false, true])
    ada.act(.lock(true))
    ben.act(.door(isOpen: false))
    world.settle()
    #expect(ada.voids == [.oneself, .host])
    #expect(try !ada.confirmed.isLocked && !ada.confirmed.isDoorOpen)
    world.expectAgreement()
}

@Test func `R17 W18 W51 who brings a link's secret is host too, once, and no log has a secret`()
    throws
{
    let (world, ada, ben) = World.pair()
    let secret = "mNq3bD-x0Zc7T_pL8vR2sA"
    let link = #""\#(secret)""#
    let host = Stranger(world, joining: "ada", #","pen":"k3J-x_9aQ2w""#)
    let cleo = Stranger(world, joining: "cleo")
    host.say(#"{"n":1,"hostLink":\#(link)}"#)
    cleo.say(#"{"n":1,"useLink":"another-secret-that-is-none"}"#)
    #expect(try ben.confirmed.people[3]?.isHost == false)
    #expect(try ben.confirmed.hostLink != nil)
    cleo.say(#"{"n":2,"useLink":\#(link)}"#)
    #expect(try ben.confirmed.people[3]?.isHost == true)
    #expect(try ben.confirmed.hostLink == nil)
    host.say(#"{"n":2,"hostLink":\#(link)}"#)
    host.say(#"{"n":3,"hostLink":null}"#)
    #expect(try ben.confirmed.hostLink == nil)
    let said = (host.hear() + cleo.hear()).joined()
    #expect(said.contains(#""void":"link""#) && !said.contains(secret))
    #expect(said.contains(#""hostLink":null"#))
    let lines = ForeignEdge(world).log.map { String(decoding: $0.line(), as: UTF8.self) }
    for text in [secret, "k3J-x_9aQ2w", "cleo---", "ada---"] {
        #expect(!lines.joined().contains(text))
    }
    #expect(ada.isCurrent)
    world.expectAgreement()
}

@Test func `R17 a room has eight hosts at most`() throws {
    let (world, ada, _) = World.pair()
    let host = Stranger(world, joining: "ada", #","pen":"k3J-x_9aQ2w""#)
    let people = (0..<8).map { Stranger(world, joining: "guest\($0)") }
    for (index, person) in people.enumerated() {
        host.say(#"{"n":\#(index + 1),"hostLink":"the-link-\#(index)-0123456789abc"}"#)
        person.say(#"{"n":1,"useLink":"the-link-\#(index)-0123456789abc"}"#)
    }
    #expect(try ada.confirmed.people.hostCount == 8)
    #expect(people[7].hear().joined().contains(#""void":"full""#))
    world.expectAgreement()
}

@Test func `W51 one person has another identity in every room`() throws {
    let world = World()
    let here = world.client("ada")
    let there = world.client("ada", room: "club")
    world.settle()
    let (one, other) = (try here.confirmed.people.all[0], try there.confirmed.people.all[0])
    #expect(one.identity != other.identity && one.pens[0].id != other.pens[0].id)
}

@Test func `R19 W44 a closed room stays as it is, and newcomers watch it`() throws {
    let (world, ada, ben) = World.pair()
    ada.press("4 2")
    ada.act(.close)
    world.settle()
    ben.press("7")
    ada.act(.lock(true))
    let cleo = world.client("cleo", keypad: nil)
    ben.cut()
    world.after(2_000)
    #expect(ben.voids.contains(.closed) && ada.voids == [.closed])
    #expect(ben.isCurrent && cleo.isCurrent)
    #expect(cleo.replica.you == nil && cleo.display == "42")
    #expect(try ada.confirmed.people.all.map(\.number) == [1, 2])
    ada.act(.startOver)
    world.settle()
    ada.press("7")
    world.settle()
    #expect(cleo.display == "7")
    world.expectAgreement()
}

@Test func `R20 W59 starting over leaves what the room began with, and the hosts`() throws {
    let world = World()
    let ada = world.client("ada", keypad: .tip) { $0.make?.isLocked = true }
    world.settle()
    let ben = world.client("ben", keypad: nil)
    world.settle()
    ada.act(.lock(false))
    ada.act(.bill(.unit(.whole)))
    ada.act(.bill(.add(1)))
    ada.act(.door(isOpen: false))
    ada.act(.keypad(.standard))
    ada.press("1 + 2 =")
    world.settle()
    #expect(ben.display == "3")
    ada.act(.startOver)
    world.settle()
    #expect(ben.ending == .removed)
    let room = try ada.confirmed
    #expect(room.calculator.keypad == .standard && ada.display == "0")
    #expect(room.tape.lines.isEmpty && room.bill.bill.people.isEmpty)
    #expect(room.bill.bill.unit == .whole)
    #expect(room.isLocked && room.isDoorOpen && room.history.last == nil)
    #expect(room.people.all.map(\.number) == [1])
    world.expectAgreement()
}

@Test
func `C59 W44 R19 whoever comes back to a room that forgot them and was closed may only look`() {
    let (world, ada, ben) = World.pair()
    ben.cut()
    ben.isOffline = true
    ben.press("7")
    ada.act(.startOver)
    ada.act(.close)
    world.settle()
    ben.isOffline = false
    world.after(60_000)
    #expect(ben.isCurrent && ben.replica.you == nil && ben.replica.pendingCount == 0)
    #expect(ben.voids == [.closed])
    #expect(ada.display == "0" && ben.display == "0")
    world.expectAgreement()
}
