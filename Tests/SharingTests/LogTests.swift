import CalculatorEngine
@testable import RoomClient
import RoomServer
import SharedRoom
import Simulator
import Testing

private let salt = Fingerprint(high: 1, low: 2)

private func press(_ digit: Key, by author: UInt32, pen: UInt32 = 0, _ count: Int64) -> Draft {
    Draft(.press(digit), signature: Signature(author: author, pen: pen, count: count))
}

@Test func `R1 R21 a room that did not begin with make never begins`() {
    let world = World()
    let foreign = ForeignEdge(world)
    foreign.append([press(.digit(.seven), by: 1, 1)])
    let ada = world.client("ada")
    world.settle()
    #expect(ada.ending == .noSuchRoom)
    #expect(world.edges[0].edge.roomCount == 0)
}

@Test func `R1 R3 a room is made once, and a second make is void for everybody`() throws {
    let (world, ada, ben) = World.pair()
    let views = Stranger(world, joining: "views", #","watch":true,"views":true"#)
    let foreign = ForeignEdge(world)
    world.expectUnnoticed(by: ada, ben) {
        foreign.append([Draft(.make(Making(keypad: .tip, salt: salt)))])
    }
    #expect(views.hear().contains { $0.contains(#""void":"made""#) })
    #expect(try ada.confirmed.calculator.keypad == .standard)
    world.expectAgreement()
}

@Test func `R2 C49 events come twice, late and in pieces, and each counts once`() throws {
    let (world, ada, ben) = World.pair()
    ben.isHeld = true
    for key in ["1", "2", "3"] {
        ada.press(key)
        world.settle()
    }
    let frames = ben.arriving
    #expect(frames.count == 3)
    ben.arriving = [0, 0, 1, 0, 2, 1, 2].map { frames[$0] }
    ben.isHeld = false
    world.settle()
    #expect(ben.isCurrent && ben.display == "123")
    world.expectAgreement()
}

@Test func `R2 C49 an event that got lost is noticed, and the room joined anew`() throws {
    let (world, ada, ben) = World.pair()
    ben.isHeld = true
    for key in ["1", "2", "3"] {
        ada.press(key)
        world.settle()
    }
    ben.arriving.remove(at: 1)
    ben.isHeld = false
    world.settle()
    #expect(!ben.isCurrent && ben.display == "1")
    world.after(1_000)
    #expect(ben.isCurrent && ben.display == "123")
    world.expectAgreement()
}

/// Everything that may be wrong with an event stands in the log here, and nobody sees more of it than
/// why.
@Test func `R3 R6 R12 W23 what is void changes nothing for anybody, and says why`() throws {
    let (world, ada, ben) = World.pair()
    let views = Stranger(world, joining: "views", #","watch":true,"views":true"#)
    let foreign = ForeignEdge(world)
    func by(_ author: UInt32, _ action: Action, _ count: Int64, pen: UInt32 = 0) -> Draft {
        Draft(action, signature: Signature(author: author, pen: pen, count: count))
    }
    let other = Signature(author: 1, pen: 0, count: 77)
    let drafts: [(draft: Draft, why: String)] = [
        (by(9, .press(.equals), 1), "stranger"), (by(2, .press(.equals), 1, pen: 5), "pen"),
        (by(2, .press(.equals), 2), "gap"),
        (by(2, .lock(true), 1), "host"), (by(2, .lock(true), 1), "again"),
        (by(2, .undo(other), 2), "step"), (by(2, .redo(other), 3), "step"),
        (by(2, .recall(5), 4), "line"), (by(2, .useLink(salt), 5), "link"),
        (by(2, .bill(.take(2)), 6), "bill"), (by(1, .remove(1), 1), "oneself"),
        (by(1, .host(9), 2), "nobody"), (by(1, .grant(9), 3), "nobody"),
        (by(1, .bill(.add(9)), 4), "nobody"),
    ]
    _ = views.hear()
    let before = try ada.confirmed
    foreign.append(drafts.map(\.draft))
    let said = views.hear().joined()
    #expect(said.ranges(of: #""void":"#).count == drafts.count)
    var rest = said[...]
    for (_, why) in drafts {
        let place = try #require(rest.range(of: #""void":"\#(why)""#), "\(why)")
        rest = rest[place.upperBound...]
    }
    let after = try ada.confirmed
    // Both see that somebody else wrote with their pens, and have taken fresh ones.
    #expect(after.sequence == before.sequence + Int64(drafts.count) + 2)
    #expect(after.calculator == before.calculator && after.bill == before.bill)
    #expect(after.people.all.map(\.isHost) == before.people.all.map(\.isHost))
    // The pens have moved on: Ada's next number is 5 and Ben's 7, which both of them find.
    ada.press("1")
    ben.press("2")
    world.after(60_000)
    #expect(try Set(ada.confirmed.calculator.display.main.text) == Set("12".utf8))
    world.expectAgreement()
}

@Test func `R4 an event with an earlier time leaves the room's time where it is`() throws {
    let (world, ada, ben) = World.pair()
    ben.isHeld = true
    ada.press("1 + 2 =")
    world.after(2_000)
    ben.alter(#""at":1790000000000"#, to: #""at":5"#)
    ben.isHeld = false
    world.expectAgreement()
    #expect(ben.isCurrent)
    #expect(try ben.confirmed.tape.lines.last?.time == 1_790_000_000_000)
}

@Test func `R33 C50 whatever happens all have the same hash, and another one each time`() throws {
    let (world, ada, ben) = World.pair()
    var hashes: [UInt64] = [try ada.confirmed.hash]
    let actions: [Action] = [
        .press(.digit(.seven)), .keypad(.scientific), .name(.none), .hand(isUp: true),
        .lock(true), .door(isOpen: false), .grant(2), .revoke(2), .bill(.add(2)), .clearTape,
        .host(2),
    ]
    for action in actions {
        ada.act(action)
        world.expectAgreement()
        hashes.append(try ada.confirmed.hash)
    }
    #expect(Set(hashes).count == actions.count + 1)
    #expect(ben.isCurrent)
}

@Test func `R34 C48 a snapshot is the room, and one that cannot be read is asked for again`() throws
{
    let (world, ada, ben) = World.pair()
    ada.press("1 / 3 =")
    ada.act(.bill(.addItem(try #require(AmountText(Array("9.50".utf8))), .none)))
    world.settle()
    let eve = Stranger(world, joining: "eve")
    guard case .snapshot(let form) = try eve.welcome?.contents else {
        Issue.record("no snapshot")
        return
    }
    let room = try Room(form: form)
    #expect(try room == ada.confirmed && room.form == form)
    #expect(form[0] == UInt8(Room.rules))
    for bytes in [form.dropLast(), form + [0], [form[0] + 1] + form.dropFirst()] {
        #expect((try? Room(form: Array(bytes))) == nil)
    }
    let dan = world.client("dan", keypad: nil)
    dan.hurry()
    dan.isHeld = true
    world.settle()
    dan.alter(#""snapshot":""#, to: #""snapshot":"AAAA"#)
    dan.isHeld = false
    world.settle()
    #expect(dan.replica.confirmed == nil && !dan.isCurrent)
    world.after(1_000)
    #expect(dan.isCurrent && dan.display == ben.display)
    world.expectAgreement()
}

@Test func `W20 W21 W29 the lines of the log lead to where the clients are`() throws {
    let (world, ada, ben) = World.pair()
    ada.press("1 2 + 3 =")
    ben.undo()
    ben.act(.lock(true))
    ada.act(.bill(.add(2)))
    world.settle()
    var room = Room()
    for event in ForeignEdge(world).log {
        let line = String(decoding: event.line(), as: UTF8.self)
        #expect(line.hasPrefix(#"{"seq":\#(event.sequence),"at":1790000000000,"#))
        #expect(line.contains(#""by":"#) == (event.signature != nil))
        _ = room.apply(try Event.decode(line: event.line()))
    }
    #expect(try room == ada.confirmed)
    guard case .make(let making)? = ForeignEdge(world).log.first?.action,
        case .enter(let entrance) = ForeignEdge(world).log[1].action
    else {
        Issue.record("the server did not write how the room began")
        return
    }
    #expect(try making.salt == ben.confirmed.salt && making.keypad == .standard)
    #expect(try entrance.identity == ben.confirmed.people[1]?.identity)
    #expect(try entrance.pen == ben.confirmed.people[1]?.pens[0].id)
    #expect(entrance.name.bytes == Array("Ada".utf8))
    world.expectAgreement()
}
