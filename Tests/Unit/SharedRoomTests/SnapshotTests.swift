import CalculatorEngine
import ExactNumbers
import RunningPrograms
import SeededNumbers
import Testing

@testable import SharedRoom

/// A room after random actions, and its event log.
private func randomRoom(seed: UInt64, events: Int = 400) -> (room: Room, log: [Event]) {
    var random = SplitMix(seed: seed)
    var script = RoomScript(random.element(of: Keypad.allCases), people: 4)
    for _ in 0..<events { script.actRandomly(&random) }
    return (script.room, script.log)
}

extension RoomScript {
    /// Performs a random action.
    mutating func actRandomly(_ random: inout SplitMix) {
        let author = UInt32(1 + random.next(below: 5))
        let asked = room.question?.number ?? 1
        switch random.next(below: 36) {
        case 24: act(.ask(Asking(random.questionText(), on: random.keypad())), by: 1)
        case 25..<30:
            let keys = [random.key()] + random.list(upTo: 6) { $0.key() }
            act(.answer(Answering(asked, keys: keys)), by: author)
        case 30: act(random.bool() ? .closeQuestion(asked) : .reveal(asked, names: random.bool()))
        case 31: act(.reveal(asked, names: random.bool()))
        case 32: act(random.next(below: 3) == 0 ? .endQuestion(asked) : .remove(author))
        case 33: act(.showAnswer(asked, of: author))
        case 0: undo(by: author)
        case 1: redo(by: author)
        case 2: act(.keypad(random.keypad()), by: author)
        case 3: act(.recall(room.tape.lines.first?.sequence ?? 1), by: author)
        case 4: act(.bill(.addItem(.text("4.50"), .none)), by: author)
        case 5: act(.bill(.add(author)), by: author)
        case 6: act(.hand(isUp: random.bool()), by: author)
        case 7: act(.lock(random.next(below: 4) == 0), by: 1)
        case 8: act(.grant(author), by: 1)
        case 9: enter(UInt64(random.next(below: 9)), pen: UInt64(random.next(below: 3)), name: "Ä")
        case 10: act(random.bool() ? .hostLink(nil) : .door(isOpen: true), by: 1)
        case 14: act(.spectators(areAdmitted: random.bool()), by: 1)
        case 11: act(.name(random.name()), by: author)
        case 12: act(.names(areHeld: random.next(below: 4) > 0), by: 1)
        case 13: act(.show(room.people.all.lazy.compactMap(\.nameHeld).first ?? 1), by: 1)
        default: act(.press(random.key()), by: author)
        }
    }
}

@Test(arguments: 0..<20)
func `the view of a room changes only with the state that it shows`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var script = RoomScript(random.element(of: Keypad.allCases), people: 4)
    var shown = (state: ViewState(of: script.room), view: script.room.view)
    for _ in 0..<400 {
        script.actRandomly(&random)
        let next = (state: ViewState(of: script.room), view: script.room.view)
        #expect(next.state != shown.state || next.view == shown.view)
        shown = next
    }
}

@Test(arguments: 0..<20)
func `a room decoded from its snapshot behaves like the original`(seed: UInt64) throws {
    let (room, log) = randomRoom(seed: seed)
    var again = try Room(decoding: room.snapshot)
    #expect(again == room)
    #expect(again.hash == room.hash)
    #expect(again.snapshot == room.snapshot)

    var replayed = Room()
    for event in log { _ = replayed.apply(event) }
    #expect(replayed == room)

    var script = RoomScript()
    script.room = room
    var random = SplitMix(seed: seed + 1_000)
    for _ in 0..<50 { script.actRandomly(&random) }
    for event in script.log.suffix(50) {
        _ = again.apply(event)
    }
    #expect(again.hash == script.room.hash)
    #expect(again == script.room)
}

@Test func `every event changes the hash`() {
    var hashes: Set<UInt64> = []
    let (_, log) = randomRoom(seed: 5)
    var room = Room()
    for event in log {
        _ = room.apply(event)
        hashes.insert(room.hash)
    }
    #expect(hashes.count == log.count)
}

/// A digit of the memory, for example, shows only in the hash.
@Test func `a change of any part of a room changes the hash`() {
    var base = RoomScript(people: 3)
    base.act(.bill(.add(1)))
    base.press("7 M+ 1 + 1 = 5")
    base.act(.ask(Asking(.none, on: .simple)))
    let asked = base.room.sequence
    base.act(.answer(Answering(asked, keys: [.digit(.one)])), by: 2)
    let changes: [(inout Room) -> Void] = [
        { $0.sequence += 1 }, { $0.time += 1 }, { $0.status = .closed },
        { $0.salt = Fingerprint(high: 9, low: 2) }, { $0.beginsLocked = true },
        { $0.isLocked = true }, { $0.isDoorOpen = false },
        { $0.hostLink = Fingerprint(high: 0, low: 0) },
        { $0.hostLink = Fingerprint(high: 1, low: 0) },
        { $0.holdsNames = true }, { $0.admitsSpectators = false },
        { $0.nextNumber += 1 },
        { $0.people.change(2) { $0.nameHeld = 3 } },
        { $0.people.change(2) { $0.hasKeypad = true } },
        { $0.people.change(2) { $0.handRaised = 3 } },
        { $0.people.change(2) { $0.name = PersonName([65]) ?? .none } },
        { $0.people.change(1) { $0.pens[0].last += 1 } },
        { $0.people.remove(3) },
        { $0.history = History() },
        { $0.tape.mark($0.tape.lines[0].sequence, isUndone: true) },
        { $0.tape.clear(at: 3) },
        { $0.changeBills { $0.startOver() } },
        { $0.changeBills { $0.history = History(stepsMax: 50, bytesMax: 16_384) } },
        { $0.changeBills { $0.departed = [RoomBills.Guest(number: 1, name: .none)] } },
        { room in
            var calculator = room.calculator
            var work = Work(limit: 1_000)
            calculator.press(.memory(.clear), &work)
            room.setCalculator(calculator)
        },
        { $0.readTokenSequence = 1 },
        { $0.question?.stage = .closed },
        { $0.question = nil },
        { $0.people.change(2) { $0.answerForm = [] } },
        { $0.people.change(2) { $0.answerForm[1] += 1 } },
        { $0.people.change(2) { $0.answerForm[2] += 1 } },
    ]
    var hashes: Set = [base.room.hash]
    for change in changes {
        var room = base.room
        change(&room)
        hashes.insert(room.hash)
    }
    #expect(hashes.count == changes.count + 1)
}

@Test func `bytes that are not a room's snapshot are rejected`() throws {
    var random = SplitMix(seed: 11)
    let snapshot = randomRoom(seed: 3, events: 150).room.snapshot
    #expect(throws: BinaryDecodingError.self) { try Room(decoding: []) }
    #expect(throws: BinaryDecodingError.self) { try Room(decoding: Array(snapshot.dropLast())) }
    #expect(throws: BinaryDecodingError.self) { try Room(decoding: snapshot + [0]) }
    for _ in 0..<4_000 {
        var bytes = snapshot
        for _ in 0...random.next(below: 3) {
            bytes[random.next(below: bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        }
        guard let room = try? Room(decoding: bytes) else { continue }
        #expect(room.snapshot == bytes)
        var script = RoomScript()
        script.room = room
        for _ in 0..<10 { script.actRandomly(&random) }
    }
}

@Test func `a snapshot begins with the version of the rules`() {
    #expect(RoomScript().room.snapshot.first == UInt8(Room.rules))
}

@Test(arguments: 0..<8)
func `any event can be applied to any room`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var script = RoomScript(people: 3)
    for _ in 0..<2_000 {
        let action = random.action()
        let signature =
            random.bool()
            ? random.signature()
            : script.sign(UInt32(random.next(below: 4)), pen: UInt32(random.next(below: 2)))
        let sequence = random.next(below: 5) == 0 ? random.count() : script.room.sequence + 1
        let draft = Draft(action, signature: random.next(below: 9) == 0 ? nil : signature)
        let event = Event(sequence: sequence, time: random.count(), draft: draft)
        _ = script.room.apply(event)
        if script.room.status == .deleted { script = RoomScript(people: 3) }
    }
}

@Test func `the step count of an event does not depend on the room's history`() {
    var script = RoomScript(.scientific)
    script.press("9 9 fact")
    let signature = script.sign(1)
    let early = script.append(Draft(.press(.equals), signature: signature)).steps
    #expect(early > 0)
    for _ in 0..<3_000 { script.press("1") }
    script.press("C 9 9 fact")
    let late = script.append(Draft(.press(.equals), signature: script.sign(1))).steps
    #expect(late == early)
}

@Test(.enabled(if: Effort.isFull, "a benchmark, run with CALCROOM_FULL=1"))
func `a key press takes no longer after twenty thousand others`() {
    var (young, old) = (RoomScript(people: 30), RoomScript(people: 30))
    for _ in 0..<10_000 { old.press("1 +") }
    func presses(in script: inout RoomScript) -> Duration {
        ContinuousClock().measure { for _ in 0..<500 { script.press("1 2 + 3 =") } }
    }
    // The two alternate, so that other work on the machine slows down both.
    let rounds = (0..<7).map { _ in (presses(in: &young), presses(in: &old)) }
    let early = rounds.map(\.0).min() ?? .zero
    let late = rounds.map(\.1).min() ?? .zero
    #expect(late < early * 3)
}

@Test func `the snapshot of a class of thirty takes less than 16 kB`() {
    var script = RoomScript(.standard, people: 30)
    for person in script.room.people.all {
        script.act(.name(PersonName("Wilhelmina von Hohenstein".bytes) ?? .none), by: person.number)
        script.press("1 2 . 5 * 3 + 4 = 7 / 9 =", by: person.number)
        script.press("1 2 3 4 5 + 6 7 8 =", by: person.number)
    }
    #expect(script.room.snapshot.count < 16_384)
    #expect(script.room.tape.lines.count == 90)
}
