import CalculatorEngine
import Testing

@testable import SharedRoom

extension RoomScript {
    /// The participants whose names are held back.
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

@Test func `only names given after the setting are held back`() {
    var script = RoomScript()
    script.enter(name: "Ben")
    #expect(script.act(.names(areHeld: true)) == .applied)
    script.enter(name: "Cleo")
    script.enter(name: "")
    #expect(script.held == [3])
    script.rename(4, "Dora")
    script.rename(2, "Bernd")
    #expect(script.held == [2, 3, 4])
    script.rename(2, "")
    #expect(script.held == [3, 4])
}

@Test func `unchanged names and hosts' names are not held back`() {
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

@Test func `turning off the setting shows all names`() {
    var script = RoomScript()
    script.act(.names(areHeld: true))
    for name in ["Ben", "Cleo"] { script.enter(name: name) }
    #expect(script.held == [2, 3])
    script.act(.names(areHeld: false))
    #expect(script.held == [] && !script.room.holdsNames)
    script.enter(name: "Dora")
    #expect(script.held == [])
}

@Test func `starting over turns off the holding back of names`() {
    var script = RoomScript(people: 2)
    script.act(.names(areHeld: true))
    script.rename(2, "Ben")
    script.act(.host(2))
    #expect(script.act(.startOver, by: 2) == .applied)
    #expect(script.held == [] && !script.room.holdsNames)
}

@Test func `a host shows the approved name and not a later one`() {
    var script = RoomScript(people: 2)
    script.act(.names(areHeld: true))
    script.rename(2, "Ben")
    let seen = script.room.people[2]?.nameHeld ?? 0
    #expect(script.act(.show(seen), by: 2) == .void(.host))
    script.rename(2, "Something rude")
    #expect(script.act(.show(seen)) == .void(.name))
    #expect(script.held == [2])
    #expect(script.show(2) == .applied)
    #expect(script.held == [])
    #expect(script.show(2) == .void(.name))
    script.rename(2, "Ben")
    #expect(script.held == [2])
}

@Test func `showing one name leaves the others held back`() {
    var script = RoomScript()
    script.act(.names(areHeld: true))
    for name in ["Ben", "Cleo", "Dora"] { script.enter(name: name) }
    script.show(3)
    #expect(script.held == [2, 4])
}

@Test func `a snapshot contains the event of a name that is held back`() throws {
    var script = RoomScript(people: 2)
    let plain = script.room.snapshot.count
    script.act(.names(areHeld: true))
    script.rename(2, "B")
    let room = script.room
    // One byte for the event's number and one for the number of the last event.
    #expect(room.snapshot.count == plain + 2)
    #expect(try Room(decoding: room.snapshot) == room)
}
