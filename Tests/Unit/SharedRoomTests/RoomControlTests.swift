import CalculatorEngine
import Testing

@testable import SharedRoom

@Test func `the keypad can be given and taken in the middle of typing`() {
    var script = RoomScript(people: 3)
    script.act(.lock(true))
    #expect(script.act(.press(.digit(.one)), by: 2) == .void(.locked))
    script.act(.grant(2))
    #expect(script.act(.press(.digit(.two)), by: 2) == .applied)
    #expect(script.act(.press(.digit(.three)), by: 3) == .void(.locked))
    script.act(.revoke(2))
    #expect(script.act(.press(.digit(.four)), by: 2) == .void(.locked))
    #expect(script.display == "2")
    #expect(script.act(.grant(9)) == .void(.nobody))
    #expect(script.act(.revoke(9)) == .void(.nobody))
}

@Test func `unlocking takes back given keypads and lowers hands`() {
    var script = RoomScript(people: 3)
    script.act(.lock(true))
    script.act(.grant(2))
    script.act(.hand(isUp: true), by: 3)
    script.act(.lock(false))
    #expect(script.act(.press(.digit(.one)), by: 3) == .applied)
    #expect(script.room.people.all.allSatisfy { !$0.hasKeypad && $0.handRaised == nil })
    script.act(.lock(true))
    #expect(script.act(.press(.digit(.one)), by: 2) == .void(.locked))
}

@Test func `a raised hand keeps its position until it is lowered or gets the keypad`() {
    var script = RoomScript(people: 4)
    script.act(.lock(true))
    for author: UInt32 in [3, 2, 3] { script.act(.hand(isUp: true), by: author) }
    let raised = { (script: RoomScript) in
        script.room.people.all.filter { $0.handRaised != nil }
            .sorted { ($0.handRaised ?? 0) < ($1.handRaised ?? 0) }.map(\.number)
    }
    #expect(raised(script) == [3, 2])
    script.act(.hand(isUp: false), by: 3)
    script.act(.hand(isUp: true), by: 3)
    #expect(raised(script) == [2, 3])
    script.act(.grant(2))
    #expect(raised(script) == [3])
}

@Test func `a shut door admits known participants`() {
    var script = RoomScript(people: 2)
    script.act(.door(isOpen: false))
    #expect(script.enter(77) == .void(.door))
    #expect(script.enter(2, pen: 9) == .applied)
    script.act(.door(isOpen: true))
    #expect(script.enter(77) == .applied)
}

@Test func `a host can transfer the role`() {
    var script = RoomScript(people: 2)
    #expect(script.act(.host(1)) == .void(.oneself))
    #expect(script.act(.host(9)) == .void(.nobody))
    #expect(script.act(.host(2)) == .applied)
    #expect(script.room.people.all.map(\.isHost) == [false, true])
    #expect(script.act(.lock(true), by: 1) == .void(.host))
    #expect(script.act(.lock(true), by: 2) == .applied)
}

@Test func `a host link works once and can be withdrawn`() {
    var script = RoomScript(people: 3)
    let hash = Fingerprint(high: 8, low: 9)
    #expect(script.act(.useLink(hash), by: 2) == .void(.link))
    script.act(.hostLink(hash))
    script.act(.hostLink(nil))
    #expect(script.act(.useLink(hash), by: 2) == .void(.link))
    script.act(.hostLink(hash))
    #expect(script.act(.useLink(Fingerprint(high: 8, low: 8)), by: 2) == .void(.link))
    #expect(script.act(.useLink(hash), by: 2) == .applied)
    #expect(script.act(.useLink(hash), by: 3) == .void(.link))
    #expect(script.room.people.all.map(\.isHost) == [true, true, false])
}

@Test func `a room has at most eight hosts`() {
    var script = RoomScript(people: 9)
    let hash = Fingerprint(high: 8, low: 9)
    for author: UInt32 in 2...8 {
        script.act(.hostLink(hash))
        #expect(script.act(.useLink(hash), by: author) == .applied)
    }
    script.act(.hostLink(hash))
    #expect(script.act(.useLink(hash), by: 9) == .void(.full))
}

@Test func `a removed participant can come back only as a new one`() {
    var script = RoomScript(people: 2)
    script.act(.bill(.add(2)))
    #expect(script.act(.remove(1)) == .void(.oneself))
    #expect(script.act(.remove(2)) == .applied)
    #expect(script.act(.remove(2)) == .void(.nobody))
    #expect(script.act(.press(.digit(.one)), by: 2) == .void(.stranger))
    #expect(script.room.bills.departed.map(\.number) == [2])
    script.enter(2)
    #expect(script.room.people.all.map(\.number) == [1, 3])
}

@Test func `only actions that take away read access change the read token`() {
    var script = RoomScript(people: 3)
    #expect(script.room.readTokenSequence == 0)
    let changing: [Action] = [.remove(3), .door(isOpen: false), .startOver]
    for action in changing {
        #expect(script.act(action) == .applied)
        #expect(script.room.readTokenSequence == script.room.sequence)
    }
    let last = script.room.sequence
    script.enter(2)
    let others: [(Action, UInt32)] = [
        (.door(isOpen: true), 1), (.remove(1), 1), (.remove(9), 1), (.door(isOpen: false), 4),
        (.close, 1),
    ]
    for (action, author) in others { script.act(action, by: author) }
    #expect(script.room.readTokenSequence == last)
}

@Test func `a host can close the room to spectators until starting over`() {
    var script = RoomScript(people: 2)
    #expect(script.room.admitsSpectators)
    #expect(script.act(.spectators(areAdmitted: false), by: 2) == .void(.host))
    #expect(script.act(.spectators(areAdmitted: false)) == .applied)
    #expect(!script.room.admitsSpectators)
    #expect(script.room.readTokenSequence == script.room.sequence)
    #expect(script.act(.spectators(areAdmitted: true)) == .applied)
    #expect(script.room.admitsSpectators)
    #expect(script.room.readTokenSequence == script.room.sequence - 1)
    script.act(.spectators(areAdmitted: false))
    script.act(.startOver)
    #expect(script.room.admitsSpectators)
}

@Test func `a view says that the room is closed`() {
    var script = RoomScript()
    func view() -> String { String(decoding: script.room.view.json, as: UTF8.self) }
    let open = #"{"display":"0","expression":"","keypad":"standard"}"#
    #expect(view() == open)
    script.act(.close)
    #expect(view() == open.dropLast() + #","closed":true}"#)
    script.act(.open)
    #expect(view() == open)
}

@Test func `a closed room that is opened again is as it was`() {
    var script = RoomScript(people: 3)
    script.press("7")
    script.act(.lock(true))
    script.act(.grant(2))
    script.act(.hand(isUp: true), by: 3)
    let before = script.room.people.all.map { [$0.hasKeypad, $0.handRaised != nil] }
    script.act(.close)
    #expect(script.act(.open, by: 2) == .void(.host))
    #expect(script.act(.open) == .applied)
    #expect(script.room.status == .open && script.room.isLocked)
    #expect(script.room.people.all.map { [$0.hasKeypad, $0.handRaised != nil] } == before)
    #expect(script.act(.press(.digit(.one)), by: 2) == .applied)
    #expect(script.display == "71")
    #expect(script.enter(77) == .applied)
    #expect(script.act(.open) == .applied)
}

@Test func `starting over restores the initial settings`() {
    var script = RoomScript(.tip, isLocked: true, people: 3)
    script.act(.keypad(.standard))
    script.press("1 + 2 =")
    script.act(.lock(false))
    script.act(.door(isOpen: false))
    script.act(.hostLink(Fingerprint(high: 1, low: 1)))
    script.act(.bill(.currency(.whole, .text("JPY"))))
    script.act(.bill(.amount(.text("95"))))
    script.act(.close)
    #expect(script.act(.startOver) == .applied)
    #expect(script.room.status == .open)
    #expect(script.display == "0")
    #expect(script.room.calculator.keypad == .standard)
    #expect(script.tape == [])
    #expect(script.room.people.all.map(\.number) == [1])
    #expect(script.room.isLocked && script.room.isDoorOpen && script.room.hostLink == nil)
    #expect(script.room.bill.bill == Bill(unit: .whole))
    #expect(script.room.bill.sign == .text("JPY"))
    #expect(script.undo() == .void(.step))
    #expect(script.act(.press(.digit(.one))) == .applied)
}
