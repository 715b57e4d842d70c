import CalculatorEngine
@testable import RoomClient
import SharedRoom
import Simulator
import Testing

private func draft(_ action: Action, by author: UInt32, _ count: Int64) -> Draft {
    Draft(action, signature: Signature(author: author, pen: 0, count: count))
}

@Test func `R5 R7 R18 people are numbered as they come, and no number comes again`() throws {
    let (world, ada, ben) = World.pair()
    let cleo = world.client("cleo", keypad: nil)
    world.settle()
    #expect(try ada.confirmed.people.all.map(\.isHost) == [true, false, false])
    ada.act(.bill(.add(2)))
    ada.act(.remove(2))
    world.settle()
    #expect(ben.ending == .removed)
    #expect(try cleo.confirmed.bill.guests.map(\.number) == [2])
    let again = world.client("ben", keypad: nil)
    world.settle()
    #expect(again.replica.you == 4)
    #expect(try ada.confirmed.people.all.map(\.number) == [1, 3, 4])
    ada.act(.remove(1))
    world.settle()
    #expect(ada.voids == [.oneself] && ada.isCurrent)
}

@Test func `R8 C45 a pen that was forgotten meanwhile is noticed, and the person asked`() throws {
    // So few events are at hand that they do not show what became of the key.
    var limits = World.generous
    limits.ringEventsMax = 4
    let (world, ada, ben) = World.pair(limits: limits)
    ben.press("1")
    world.settle()
    ben.press("2")
    // The frame reaches the server, the answer does not come back.
    ben.hurry()
    ben.cut()
    ben.isOffline = true
    // Eight tabs, one after the other, take up eight pens.
    for number in 1...8 {
        let pen = String(decoding: World.secret("tab\(number)").bytes, as: UTF8.self)
        Stranger(world, joining: "ben", #","pen":"\#(pen)""#).hangUp()
    }
    #expect(try ada.confirmed.people[2]?.pens.map(\.number) == Array(1...8))
    ben.isOffline = false
    world.after(10_000)
    #expect(ben.isCurrent && ben.replica.view.question.count == 1)
    #expect(ada.display == "12")
    ben.answer(false)
    ben.press("3")
    world.settle()
    #expect(ada.display == "123" && ben.display == "123")
    world.expectAgreement()
}

@Test func `R9 the one who acted longest ago makes room, and only one whom nobody would miss`()
    throws
{
    let (world, ada, ben) = World.pair()
    let foreign = ForeignEdge(world)
    foreign.append(
        (1...998).map { number in
            let identity = Fingerprint(high: 7, low: UInt64(number))
            return Draft(.enter(Entrance(identity: identity, pen: 1, name: .none)))
        })
    #expect(try ada.confirmed.people.all.count == 1_000)
    ben.act(.hand(isUp: true))
    foreign.append([draft(.hand(isUp: true), by: 3, 1)])
    let cleo = world.client("cleo", keypad: nil)
    world.settle()
    #expect(cleo.replica.you == 1_001 && cleo.isCurrent)
    #expect(try ada.confirmed.people.all.prefix(4).map(\.number) == [1, 2, 3, 5])
    // Everybody raises a hand; then nobody makes room any more.
    foreign.append((5...1_000).map { draft(.hand(isUp: true), by: $0, 1) })
    cleo.act(.hand(isUp: true))
    world.settle()
    let dan = world.client("dan", keypad: nil)
    world.settle()
    #expect(dan.replica.confirmed == nil && dan.dialing != nil)
    ada.act(.lock(false))
    world.after(60_000)
    #expect(dan.isCurrent)
    world.expectAgreement()
}

@Test func `R10 R12 R14 W16 names and hands are everybody's, and hands keep their order`() throws {
    let (world, ada, ben) = World.pair()
    let cleo = world.client("cleo", keypad: nil)
    world.settle()
    ada.act(.lock(true))
    cleo.act(.hand(isUp: true))
    world.settle()
    ben.act(.hand(isUp: true))
    cleo.act(.hand(isUp: true))
    ben.act(.name(try #require(PersonName(Array("Benno".utf8)))))
    world.settle()
    func hands() throws -> [UInt32] {
        try ada.confirmed.people.all.filter { $0.handRaised != nil }
            .sorted { $0.handRaised ?? 0 < $1.handRaised ?? 0 }.map(\.number)
    }
    #expect(try hands() == [3, 2])
    #expect(try cleo.confirmed.people[2]?.name.bytes == Array("Benno".utf8))
    ada.act(.grant(3))
    world.settle()
    #expect(try hands() == [2])
    ben.act(.hand(isUp: false))
    world.settle()
    #expect(try hands() == [])
    world.expectAgreement()
}

@Test func `R11 R13 W17 the keypad is given and taken back from one press to the next`() throws {
    let (world, ada, ben) = World.pair()
    let cleo = world.client("cleo", keypad: nil)
    world.settle()
    ada.press("1 + 2 =")
    ada.act(.lock(true))
    world.settle()
    let line = try #require(try ada.confirmed.tape.lines.last?.sequence)
    ben.press("7")
    ben.undo()
    ben.act(.keypad(.tip))
    ben.act(.recall(line))
    ben.act(.bill(.add(2)))
    world.settle()
    #expect(ben.voids == Array(repeating: .locked, count: 5))
    #expect(ada.display == "3" && ben.display == "3")
    ada.act(.grant(2))
    world.settle()
    ben.press("8")
    cleo.press("9")
    world.settle()
    #expect(ada.display == "8" && cleo.voids == [.locked])
    ada.act(.revoke(2))
    world.settle()
    ben.press("9")
    world.settle()
    #expect(ada.display == "8" && ben.voids.count == 6)
    ada.act(.grant(2))
    cleo.act(.hand(isUp: true))
    world.settle()
    #expect(try ada.confirmed.people[3]?.handRaised != nil)
    ada.act(.lock(false))
    world.settle()
    #expect(try cleo.confirmed.people.all.allSatisfy { !$0.hasKeypad && $0.handRaised == nil })
    cleo.press("9")
    world.settle()
    #expect(ada.display == "89")
    world.expectAgreement()
}

@Test func `R12 W17 what is a host's is void for others, but giving back what one has`() throws {
    let (world, ada, ben) = World.pair()
    let hostsAlone: [Action] = [
        .lock(true), .door(isOpen: false), .names(areHeld: true), .show(1), .grant(2), .revoke(1),
        .host(2), .hostLink(nil), .remove(1), .clearTape, .startOver, .close, .delete,
    ]
    for action in hostsAlone { ben.act(action) }
    world.settle()
    #expect(ben.voids == Array(repeating: .host, count: hostsAlone.count))
    #expect(try !ada.confirmed.isLocked && ada.confirmed.life == .open)
    ada.act(.lock(true))
    ada.act(.grant(2))
    world.settle()
    ben.act(.revoke(2))
    world.settle()
    #expect(try ada.confirmed.people[2]?.hasKeypad == false)
    #expect(ben.voids.count == hostsAlone.count)
    world.expectAgreement()
}

/// A room knows eight pens of one person. If each tab took up a pen as soon as its own is forgotten,
/// it would have the next tab's forgotten, for ever.
@Test func `R8 C45 nine open tabs of one person come to rest, and each can press`() throws {
    let (world, ada, ben) = World.pair()
    for _ in 0..<8 {
        world.client("ben", keypad: nil)
        world.settle()
    }
    let tabs = world.clients.filter { $0 !== ada }
    #expect(tabs.count == 9)
    let count = try ada.confirmed.sequence
    world.after(60_000)
    try #require(try ada.confirmed.sequence == count)
    #expect(ben.isCurrent && ben.replica.view.mayPress)
    for tab in tabs {
        tab.press("1")
        world.after(2_000)
    }
    #expect(ada.display == "111111111")
    #expect(tabs.allSatisfy { $0.replica.view.question.isEmpty && $0.isCurrent })
    world.expectAgreement()
}
