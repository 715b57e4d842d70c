import CalculatorEngine
import SeededNumbers

@testable import SharedRoom

/// Random parts of messages.
extension SplitMix {
    mutating func count() -> Int64 { number(from: 1, to: RoomLimits.numberMax) }
    mutating func participant() -> UInt32 { UInt32(number(from: 1, to: Int64(UInt32.max))) }
    mutating func pen() -> UInt32 { bool() ? 0 : UInt32(number(from: 0, to: Int64(UInt32.max))) }
    mutating func fingerprint() -> Fingerprint { Fingerprint(high: next(), low: next()) }
    mutating func keypad() -> Keypad { element(of: Keypad.allCases) }
    mutating func key() -> Key { element(of: Key.all) }

    mutating func signature() -> Signature {
        Signature(author: participant(), pen: pen(), number: count())
    }

    mutating func name() -> PersonName {
        let pieces = ["Mina", "\"", "\\", "ü", "數", "😀", "/", " ", "{", ",", "'"]
        let text = list(upTo: 8) { $0.element(of: pieces) }.joined()
        return PersonName(text.bytes) ?? .none
    }

    mutating func questionText() -> QuestionText {
        QuestionText(name().bytes) ?? .none
    }

    mutating func amount() -> AmountText {
        let text = element(of: ["0", "-12.50", "999999999999999", ".5", "3.", "0.001"])
        guard let amount = AmountText(text.bytes) else { fatalError("\(text) is not an amount") }
        return amount
    }

    mutating func secret(from least: Int) -> Secret {
        let letters = "abcXYZ019-_".bytes
        let count = number(from: Int64(least), to: 64)
        let secret = Secret((0..<count).map { _ in element(of: letters) })
        guard let secret else { fatalError("\(count) letters are no secret") }
        return secret
    }

    /// - Parameter bills: If it is given, the step is often possible in these bills.
    mutating func billStep(in bills: RoomBills? = nil) -> BillStep {
        let weightMax = bills == nil ? RoomLimits.numberMax : 5
        let person = bills == nil ? participant() : UInt32(1 + next(below: 5))
        let item = bills.map { Int64($0.all.last?.bill.items.last?.number ?? 1) } ?? count()
        switch next(below: 25) {
        case 0: return .add(person)
        case 1: return .addGuest(name())
        case 2: return .removePerson(person)
        case 3: return .weight(person, number(from: 0, to: weightMax))
        case 4: return .paid(person, amount())
        case 5: return .basis(element(of: Bill.Basis.allCases))
        case 6: return .amount(amount())
        case 7: return .tax(amount())
        case 8: return .tip(bills == nil ? amount() : .text("\(next(below: 30))"))
        case 9: return .tipBase(bool() ? .pretax : .total)
        case 10:
            let unit = element(of: [BillUnit.whole, .hundredth, .thousandth])
            return .currency(unit, bills == nil ? name() : .text("EUR"))
        case 11: return .addItem(amount(), name())
        case 12: return .dropItem(item)
        case 13: return .price(item, amount())
        case 14: return .addOwner(item, person)
        case 15: return .dropOwner(item, person)
        case 16: return .roundUp(bool())
        case 17: return .scalePercents
        case 18:
            let other = bills == nil ? participant() : UInt32(1 + next(below: 3))
            return .settle(person, other, amount())
        case 19: return .unsettle(bills.map { $0.settled.last?.number ?? 1 } ?? count())
        case 20: return .shareOpen
        case 21: return .title(name())
        case 22: return .new
        case 23: return .removeBill
        default: return .startOver
        }
    }

    /// A random action that is the same in a client's message and in an event.
    mutating func action() -> Action {
        switch next(below: 32) {
        case 26: .ask(Asking(questionText(), on: keypad()))
        case 27: .answer(Answering(count(), keys: [key()] + list(upTo: 5) { $0.key() }))
        case 28: .closeQuestion(count())
        case 29: .reveal(count(), names: bool())
        case 30: .endQuestion(count())
        case 31: .showAnswer(count(), of: participant())
        case 0: .press(key())
        case 1: .undo(signature())
        case 2: .redo(signature())
        case 3: .keypad(keypad())
        case 4: .recall(count())
        case 5: .name(name())
        case 6: .hand(isUp: bool())
        case 7: .lock(bool())
        case 8: .door(isOpen: bool())
        case 9: .grant(participant())
        case 10: .revoke(participant())
        case 11: .host(participant())
        case 12: .hostLink(nil)
        case 13: .remove(participant())
        case 14: .clearTape
        case 15: .startOver
        case 16: .close
        case 17: .delete
        case 18: .names(areHeld: bool())
        case 19: .show(count())
        case 21: .type(Typing(list(upTo: 5) { $0.key() }, after: bool() ? signature() : nil))
        case 23: .restoreTape
        case 24: .open
        case 22: .removeAndRewind(participant(), since: count())
        case 20: .spectators(areAdmitted: bool())
        default: .bill(billStep(), in: bool() ? RoomBill.first : count())
        }
    }

    mutating func draft() -> Draft {
        switch next(below: 12) {
        case 0: Draft(.make(RoomSetup(keypad: keypad(), isLocked: bool(), salt: fingerprint())))
        case 1:
            Draft(
                .enter(
                    Entrance(
                        identity: fingerprint(), pen: next(), name: name(),
                        replaces: bool() ? 0 : count())))
        case 2: Draft(.hostLink(fingerprint()), signature: signature())
        case 3: Draft(.useLink(fingerprint()), signature: signature())
        default: Draft(action(), signature: signature())
        }
    }

    mutating func time() -> Int64 { 1_790_000_000_000 + Int64(next(below: 3)) }

    mutating func events(first: Int64) -> [Event] {
        var sequence = first - 1
        return list(upTo: 5) { random in
            sequence += 1
            return Event(sequence: sequence, time: random.time(), draft: random.draft())
        }
    }
}
