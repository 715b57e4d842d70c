import CalculatorEngine
import SharedRoom

/// Applies events to a room with three participants. The snapshot must decode to an equal room.
func applyEvents(_ bytes: [UInt8]) {
    var source = ByteSource(bytes)
    var room = RoomBeginning.rooms[source.next(below: RoomBeginning.rooms.count)]
    while !source.isAtEnd {
        let draft = source.draft(in: room)
        let event = Event(sequence: room.sequence + 1, time: room.time + 1, draft: draft)
        _ = room.apply(event)
        require(room.sequence == event.sequence, "\(event)")
    }
    // A room whose first event is not `make` is never made, and nobody compares its hash.
    guard room.status != .unmade else { return }
    let snapshot = room.snapshot
    guard let again = try? Room(decoding: snapshot) else { fatalError("no room from a snapshot") }
    require(again.hash == room.hash && again.snapshot == snapshot, "a decoded room differs")
}

/// The rooms before the inputs: one with each keypad, and one that is not made.
private enum RoomBeginning {
    static let rooms: [Room] = Keypad.allCases.map { made($0) } + [Room()]

    private static func made(_ keypad: Keypad) -> Room {
        var room = Room()
        let salt = Fingerprint(high: 1, low: 2)
        var drafts = [Draft(.make(RoomSetup(keypad: keypad, isLocked: false, salt: salt)))]
        for number in 1...3 as ClosedRange<UInt64> {
            drafts.append(Draft(.enter(entrance(number))))
        }
        for (index, draft) in drafts.enumerated() {
            _ = room.apply(
                Event(sequence: Int64(index + 1), time: 1_790_000_000_000, draft: draft))
        }
        return room
    }

    static func entrance(_ number: UInt64, pen: UInt64 = 0) -> Entrance {
        Entrance(
            identity: Fingerprint(high: number, low: 7), pen: number << 8 | pen, name: .none,
            replaces: 0)
    }
}

private let keys = Key.all

extension ByteSource {
    private mutating func participant() -> UInt32 { UInt32(truncatingIfNeeded: next(below: 6)) }

    /// A draft that the room accepts, if its action is possible.
    fileprivate mutating func draft(in room: Room) -> Draft {
        switch next(below: 32) {
        case 0: return Draft(.enter(RoomBeginning.entrance(UInt64(byte()), pen: UInt64(byte()))))
        case 1:
            let setup = RoomSetup(keypad: keypad(), isLocked: bool(), salt: .init(high: 3, low: 4))
            return Draft(.make(setup))
        default: break
        }
        let author = max(1, participant())
        let pen = UInt32(next(below: 2))
        let last = room.people.pen(of: author, pen)?.last ?? 0
        return Draft(action(), signature: Signature(author: author, pen: pen, number: last + 1))
    }

    private mutating func keypad() -> Keypad { element(of: Keypad.allCases) }

    private mutating func signature() -> Signature {
        Signature(author: participant(), pen: 0, number: number())
    }

    private mutating func name() -> PersonName { PersonName(bytes(next(below: 12))) ?? .none }

    private mutating func amount() -> AmountText {
        let digits = ["0", "1", "9.99", "12.50", "-3", "100000", ".05", "999999999999999", "7."]
        guard let amount = AmountText(Array(element(of: digits).utf8)) else {
            fatalError("an invalid amount")
        }
        return amount
    }

    private mutating func action() -> Action {
        switch next(below: 48) {
        case 30: .ask(Asking(QuestionText(bytes(next(below: 12))) ?? .none, on: keypad()))
        case 31...34:
            .answer(
                Answering(number(), keys: (0...next(below: 8)).map { _ in element(of: keys) }))
        case 35: .closeQuestion(number())
        case 36: .reveal(number(), names: bool())
        case 37: .endQuestion(number())
        case 38: .showAnswer(number(), of: participant())
        case 0: .undo(signature())
        case 1: .redo(signature())
        case 2: .keypad(keypad())
        case 3: .recall(number())
        case 4: .name(name())
        case 5: .hand(isUp: bool())
        case 6: .lock(bool())
        case 7: .door(isOpen: bool())
        case 8: .grant(participant())
        case 9: .revoke(participant())
        case 10: .host(participant())
        case 11: .hostLink(bool() ? nil : Fingerprint(high: UInt64(byte()), low: 1))
        case 12: .useLink(Fingerprint(high: UInt64(byte()), low: 1))
        case 13: .remove(participant())
        case 14: .clearTape
        case 15: .startOver
        case 16: .close
        case 17: .delete
        case 18: .names(areHeld: bool())
        case 19: .show(number())
        case 20: .spectators(areAdmitted: bool())
        case 21: .restoreTape
        case 22: .open
        case 23:
            .type(
                Typing(
                    (0...next(below: 8)).map { _ in element(of: keys) },
                    after: bool() ? signature() : nil))
        case 24: .removeAndRewind(participant(), since: number())
        case 25...29: .bill(billStep(), in: bool() ? RoomBill.first : number())
        default: .press(element(of: keys))
        }
    }

    private mutating func billStep() -> BillStep {
        switch next(below: 25) {
        case 0: .add(participant())
        case 1: .addGuest(name())
        case 2: .removePerson(participant())
        case 3: .weight(participant(), number())
        case 4: .paid(participant(), amount())
        case 5: .basis(element(of: Bill.Basis.allCases))
        case 6: .amount(amount())
        case 7: .tax(amount())
        case 8: .tip(amount())
        case 9: .tipBase(bool() ? .pretax : .total)
        case 10: .currency(element(of: [.whole, .hundredth, .thousandth]), name())
        case 11: .addItem(amount(), name())
        case 12: .dropItem(number())
        case 13: .price(number(), amount())
        case 14: .addOwner(number(), participant())
        case 15: .dropOwner(number(), participant())
        case 16: .roundUp(bool())
        case 17: .scalePercents
        case 18: .settle(participant(), participant(), amount())
        case 19: .unsettle(number())
        case 20: .shareOpen
        case 21: .title(name())
        case 22: .new
        case 23: .removeBill
        default: .startOver
        }
    }
}
