import CalculatorEngine
import Testing

@testable import SharedRoom

extension RoomScript {
    /// The numbers of those whose name no board may show.
    fileprivate var held: [UInt32] {
        room.people.all.filter { $0.nameHeld != nil }.map(\.number)
    }

    fileprivate mutating func rename(_ number: UInt32, _ name: String) {
        act(.name(.text(name)), by: number)
    }

    @discardableResult
    fileprivate mutating func show(_ number: UInt32, by author: UInt32 = 1) -> Verdict {
        act(.show(room.people[number]?.nameHeld ?? 0), by: author)
    }
}

@Test func `R37 names that come after the order are held back, those before it are not`() {
    var script = RoomScript()
    script.enter(name: "Ben")
    #expect(script.act(.names(areHeld: true)) == .taken)
    script.enter(name: "Cleo")
    script.enter(name: "")
    #expect(script.held == [3])
    script.rename(4, "Dora")
    script.rename(2, "Bernd")
    #expect(script.held == [2, 3, 4])
    script.rename(2, "")
    #expect(script.held == [3, 4])
}

@Test func `R37 a name that stays what it is, and a host's, are not new`() {
    var script = RoomScript()
    script.enter(name: "Ben")
    script.act(.names(areHeld: true))
    script.rename(2, "Ben")
    script.rename(1, "Ada")
    #expect(script.held == [])
    script.rename(2, "Bernd")
    let event = script.room.people[2]?.nameHeld
    script.rename(2, "Bernd")
    #expect(script.room.people[2]?.nameHeld == event)
    script.enter(2, pen: 7, name: "Benno")
    #expect(script.room.people[2]?.nameHeld == event)
}

@Test func `R37 when names are no longer held back, all are shown`() {
    var script = RoomScript()
    script.act(.names(areHeld: true))
    for name in ["Ben", "Cleo"] { script.enter(name: name) }
    #expect(script.held == [2, 3])
    script.act(.names(areHeld: false))
    #expect(script.held == [] && !script.room.holdsNames)
    script.enter(name: "Dora")
    #expect(script.held == [])
}

@Test func `R37 whoever starts over holds nothing back`() {
    var script = RoomScript(people: 2)
    script.act(.names(areHeld: true))
    script.rename(2, "Ben")
    script.act(.host(2))
    #expect(script.act(.startOver, by: 2) == .taken)
    #expect(script.held == [] && !script.room.holdsNames)
}

@Test func `R38 a host shows the name that was seen, not one that came since`() {
    var script = RoomScript(people: 2)
    script.act(.names(areHeld: true))
    script.rename(2, "Ben")
    let seen = script.room.people[2]?.nameHeld ?? 0
    #expect(script.act(.show(seen), by: 2) == .void(.host))
    script.rename(2, "Something rude")
    #expect(script.act(.show(seen)) == .void(.name))
    #expect(script.held == [2])
    #expect(script.show(2) == .taken)
    #expect(script.held == [])
    #expect(script.show(2) == .void(.name))
    script.rename(2, "Ben")
    #expect(script.held == [2])
}

@Test func `R38 one name is shown, and the others wait`() {
    var script = RoomScript()
    script.act(.names(areHeld: true))
    for name in ["Ben", "Cleo", "Dora"] { script.enter(name: name) }
    script.show(3)
    #expect(script.held == [2, 4])
}

@Test func `R34 a name that is held back says since when`() throws {
    var script = RoomScript(people: 2)
    let plain = script.room.form.count
    script.act(.names(areHeld: true))
    script.rename(2, "B")
    let room = script.room
    // The number of the event; the others are in the form anyway.
    #expect(room.form.count == plain + 2)
    #expect(try Room(form: room.form) == room)
}
