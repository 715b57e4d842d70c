import CalculatorEngine
import Testing

@testable import SharedRoom

@Test func `a room begins with make, once`() {
    var room = Room()
    let making = RoomSetup(keypad: .tip, salt: Fingerprint(high: 0, low: 0))
    let early = Event(
        sequence: 1, time: 0,
        draft: Draft(.press(.equals), signature: Signature(author: 1, pen: 0, number: 1)))
    #expect(room.apply(early).verdict == .void(.notMade))
    let late = Event(sequence: 2, time: 0, draft: Draft(.make(making)))
    #expect(room.apply(late).verdict == .void(.made))

    var script = RoomScript()
    #expect(script.room.status == .open)
    #expect(script.append(Draft(.make(making))).verdict == .void(.made))
    #expect(script.room.calculator.keypad == .standard)
    #expect(script.act(.make(making)) == .void(.made))
}

@Test(arguments: [Int64.min, -1, 0, 2, 4, Int64.max])
func `an event with a wrong sequence number changes nothing`(sequence: Int64) {
    let script = RoomScript()
    #expect(script.room.sequence == 2)
    var room = script.room
    let event = Event(sequence: sequence, time: 99, draft: Draft(.press(.equals)))
    #expect(room.apply(event).verdict == .void(.sequence))
    #expect(room == script.room)
}

@Test func `the time of a room never decreases`() {
    var script = RoomScript()
    script.append(Draft(.press(.equals)), at: 5_000)
    script.append(Draft(.press(.equals)), at: 4_000)
    #expect(script.room.time == 5_000)
}

@Test func `the first participant is the host, and numbers are never reused`() {
    var script = RoomScript(people: 3)
    #expect(script.room.people.all.map(\.number) == [1, 2, 3])
    #expect(script.room.people.all.map(\.isHost) == [true, false, false])
    script.act(.remove(3))
    script.enter(99)
    #expect(script.room.people.all.map(\.number) == [1, 2, 4])
}

@Test func `an action that is sent twice is decided once`() {
    var script = RoomScript()
    let seven = Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 1))
    #expect(script.append(seven).verdict == .applied)
    #expect(script.append(seven).verdict == .void(.again))
    #expect(script.display == "7")
    let third = Draft(.press(.digit(.seven)), signature: Signature(author: 1, pen: 0, number: 3))
    #expect(script.append(third).verdict == .void(.gap))
    #expect(script.display == "7")
}

@Test func `a pen advances even if its action is void`() {
    var script = RoomScript(isLocked: true, people: 2)
    #expect(script.act(.press(.digit(.seven)), by: 2) == .void(.locked))
    #expect(script.room.people[2]?.pens[0].last == 1)
    script.act(.grant(2))
    #expect(script.act(.press(.digit(.seven)), by: 2) == .applied)
    #expect(script.display == "7")
}

/// The two copies of each action arrive through two edges, in any order.
@Test(arguments: 0..<6)
func `an action that arrives through two edges is applied once in any order`(order: Int) {
    var script = RoomScript()
    let one = Draft(.press(.digit(.one)), signature: Signature(author: 1, pen: 0, number: 1))
    let two = Draft(.press(.digit(.two)), signature: Signature(author: 1, pen: 0, number: 2))
    let orders = [
        [one, two, one, two], [one, one, two, two], [one, two, two, one],
        [one, one, two, two, one],
        [two, one, two, one], [two, one, one, two],
    ]
    for draft in orders[order] { script.append(draft) }
    #expect(script.display == "12")
    #expect(script.room.people[1]?.pens[0].last == 2)
}

@Test func `a participant who enters again keeps the number and name`() {
    var script = RoomScript(people: 2)
    script.act(.lock(true), by: 1)
    #expect(script.enter(2, pen: 1) == .applied)
    #expect(script.room.people[2]?.pens.map(\.number) == [0])
    #expect(script.enter(2, pen: 5, name: "Ben") == .applied)
    #expect(script.room.people[2]?.pens.map(\.number) == [0, 1])
    #expect(script.room.people[2]?.name.text == "")
    #expect(script.room.people.all.count == 2)
    #expect(script.room.people[2]?.pen(number: 1)?.last == 0)
}

@Test func `two tabs of one person do not interfere`() {
    var script = RoomScript()
    script.enter(1, pen: 2)
    script.act(.press(.digit(.one)), by: 1, pen: 0)
    script.act(.press(.digit(.two)), by: 1, pen: 1)
    script.act(.press(.digit(.three)), by: 1, pen: 0)
    #expect(script.display == "123")
    #expect(script.room.people[1]?.pens.map(\.last) == [2, 1])
}

@Test func `the least recently used pen is forgotten`() {
    var script = RoomScript()
    for pen in 2...8 { script.enter(1, pen: UInt64(pen)) }
    script.act(.press(.digit(.one)), by: 1, pen: 0)
    script.enter(1, pen: 9)
    #expect(script.room.people[1]?.pens.map(\.number) == [0, 2, 3, 4, 5, 6, 7, 8])
    #expect(script.act(.press(.digit(.one)), by: 1, pen: 1) == .void(.pen))
    #expect(script.display == "1")
}

@Test func `a newcomer replaces the participant that the entrance names`() {
    var script = RoomScript(people: RoomLimits.peopleMax)
    script.act(.hand(isUp: true), by: 2)
    let last = script.room.sequence
    #expect(script.enter(5_000, replaces: last) == .applied)
    #expect(script.room.people.all.count == RoomLimits.peopleMax)
    #expect(script.room.people[2] == nil)
    #expect(script.room.people.all.last?.number == UInt32(RoomLimits.peopleMax) + 1)
}

@Test func `a participant who has acted since is not replaced`() throws {
    var script = RoomScript(people: RoomLimits.peopleMax)
    let last = try #require(script.room.people[2]).lastActed
    script.act(.hand(isUp: true), by: 2)
    #expect(script.enter(5_000, replaces: last) == .void(.full))
    #expect(script.enter(5_000) == .void(.full))
    #expect(script.room.people.all.count == RoomLimits.peopleMax)
}

@Test func `a participant who has entered again with the same pen is not replaced`() throws {
    var script = RoomScript(people: RoomLimits.peopleMax)
    let last = try #require(script.room.people[2]).lastActed
    #expect(script.enter(2, pen: 1) == .applied)
    #expect(script.room.people[2]?.lastActed == script.room.sequence)
    #expect(script.enter(5_000, replaces: last) == .void(.full))
}

@Test func `hosts and participants with the keypad or in the bill are not replaced`() throws {
    var script = RoomScript(people: RoomLimits.peopleMax)
    script.act(.grant(3))
    script.act(.bill(.add(4)))
    for number in [1, 3, 4] as [UInt32] {
        let last = try #require(script.room.people[number]).lastActed
        #expect(script.enter(5_000, replaces: last) == .void(.full))
    }
}

@Test func `nobody is replaced while there is a free place`() {
    var script = RoomScript(people: 2)
    #expect(script.enter(5_000, replaces: 3) == .applied)
    #expect(script.room.people.all.map(\.number) == [1, 2, 3])
}

@Test func `without a named participant a raised hand protects from replacement`() {
    var script = RoomScript(people: RoomLimits.peopleMax)
    for person in script.room.people.all { script.act(.hand(isUp: true), by: person.number) }
    #expect(script.enter(5_000) == .void(.full))
}
