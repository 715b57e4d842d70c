import CalculatorEngine
import ExactNumbers

/// The effect of each permitted action.
extension Room {
    mutating func perform(
        _ action: Action, by signature: Signature, _ work: inout Work
    ) -> VoidReason? {
        switch action {
        case .make, .enter: return .made
        case .press(let key): return press(key, by: signature, &work)
        case .keypad(let keypad): return change(to: keypad, by: signature, &work)
        case .recall(let line): return recall(line, by: signature)
        case .type(let typing): return type(typing, by: signature, &work)
        case .undo(let step): return undo(step)
        case .redo(let step): return redo(step)

        case .name(let name): rename(signature.author, name)
        case .hand(let isUp): setHand(isUp, of: signature.author)
        case .lock(let isOn): setLocked(isOn)
        case .door(let isOpen): isDoorOpen = isOpen
        case .spectators(let areAdmitted): admitsSpectators = areAdmitted
        case .names(let areHeld): setNamesHeld(areHeld)
        case .show(let event): return show(event)
        case .grant(let number): return grantKeypad(to: number)
        case .revoke(let number): return revokeKeypad(from: number)

        case .host(let number): return transferHost(from: signature.author, to: number)
        case .hostLink(let hash): hostLink = hash
        case .useLink(let hash): return becomeHost(signature.author, with: hash)
        case .remove(let number): return remove(number, by: signature.author)
        case .removeAndRewind(let number, let since):
            if let reason = remove(number, by: signature.author) { return reason }
            rewind(to: since, by: signature)
        case .clearTape: tape.clear(at: sequence)
        case .restoreTape: if !tape.restore() { return .line }
        case .startOver: startOver()
        case .close: status = .closed
        case .open: status = .open
        case .delete: status = .deleted

        case .bill(let step, let bill): return performBillStep(step, in: bill, by: signature)

        case .ask(let asking): return ask(asking)
        case .answer(let answering): return answer(answering, by: signature.author, &work)
        case .closeQuestion(let number): return advance(number, to: .closed)
        case .reveal(let number, let names):
            return advance(number, to: names ? .revealedWithNames : .revealed)
        case .endQuestion(let number): return endQuestion(number)
        case .showAnswer(let number, let participant):
            return showAnswer(of: participant, to: number, by: signature, &work)
        }
        return nil
    }
}

/// The keypad and its permissions.
extension Room {
    private mutating func setHand(_ isUp: Bool, of number: UInt32) {
        people.change(number) { person in
            person.handRaised = isUp ? person.handRaised ?? sequence : nil
        }
    }

    /// Unlocking takes back given keypads and lowers all hands: they have no use in an unlocked room.
    private mutating func setLocked(_ isOn: Bool) {
        isLocked = isOn
        if !isOn { people.changeAll { $0.resetKeypadAndHand() } }
    }

    private mutating func grantKeypad(to number: UInt32) -> VoidReason? {
        let given: Void? = people.change(number) { person in
            person.hasKeypad = true
            person.handRaised = nil
        }
        return given == nil ? .nobody : nil
    }

    private mutating func revokeKeypad(from number: UInt32) -> VoidReason? {
        people.change(number) { $0.hasKeypad = false } == nil ? .nobody : nil
    }
}

/// Names on boards.
extension Room {
    /// A host's own name is never held back.
    private mutating func rename(_ number: UInt32, _ name: PersonName) {
        people.change(number) { person in
            person.rename(name, at: sequence, isHeld: holdsNames && !person.isHost)
        }
    }

    /// When names are no longer held back, all names are shown.
    private mutating func setNamesHeld(_ areHeld: Bool) {
        holdsNames = areHeld
        if !areHeld { people.changeAll { $0.nameHeld = nil } }
    }

    private mutating func show(_ event: Int64) -> VoidReason? {
        guard let person = people.all.first(where: { $0.nameHeld == event }) else { return .name }
        people.change(person.number) { $0.nameHeld = nil }
        return nil
    }
}

/// Hosts.
extension Room {
    private mutating func transferHost(from author: UInt32, to number: UInt32) -> VoidReason? {
        if number == author { return .oneself }
        guard people.change(number, { $0.isHost = true }) != nil else { return .nobody }
        people.change(author) { $0.isHost = false }
        return nil
    }

    private mutating func becomeHost(
        _ author: UInt32, with hash: Fingerprint
    ) -> VoidReason? {
        guard let hostLink, hostLink == hash else { return .link }
        guard people.hostCount < RoomLimits.hostsMax || people.isHost(author) else {
            return .full
        }
        self.hostLink = nil
        people.change(author) { $0.isHost = true }
        return nil
    }

    private mutating func remove(_ number: UInt32, by author: UInt32) -> VoidReason? {
        if number == author { return .oneself }
        return removeParticipant(number) ? nil : .nobody
    }

    /// Returns false if there is no such participant.
    @discardableResult
    mutating func removeParticipant(_ number: UInt32) -> Bool {
        guard let person = people.remove(number) else { return false }
        changeBills { $0.keepName(of: person) }
        return true
    }

    /// Resets the room to its initial settings. Only the hosts stay.
    private mutating func startOver() {
        status = .open
        people.removeAll { !$0.isHost }
        people.changeAll { $0.resetKeypadAndHand() }
        isLocked = beginsLocked
        isDoorOpen = true
        admitsSpectators = true
        setNamesHeld(false)
        hostLink = nil
        discardQuestion()
        history = History()
        tape = Tape(start: sequence)
        setCalculator(Calculator(calculator.keypad))
        changeBills { $0.startOver() }
    }
}

/// Bills.
extension Room {
    private mutating func performBillStep(
        _ step: BillStep, in bill: Int64, by signature: Signature
    ) -> VoidReason? {
        switch step {
        case .add(let number):
            guard people[number] != nil || bills.has(number) else { return .nobody }
            return applyBillStep(step, in: bill, by: signature) ? nil : .bill
        case .addGuest:
            guard nextNumber < UInt32.max, applyBillStep(step, in: bill, by: signature) else {
                return .full
            }
            nextNumber += 1
            return nil
        case .removePerson, .weight, .paid, .basis, .scalePercents, .amount, .tax, .tip, .tipBase,
            .roundUp, .currency, .title, .addItem, .dropItem, .price, .addOwner, .dropOwner,
            .shareOpen, .settle, .unsettle, .startOver, .new, .removeBill:
            return applyBillStep(step, in: bill, by: signature) ? nil : .bill
        }
    }

    /// Returns false if the step is impossible.
    private mutating func applyBillStep(
        _ step: BillStep, in bill: Int64, by signature: Signature
    ) -> Bool {
        let (sequence, guest) = (sequence, nextNumber)
        return changeBills { bills in
            bills.apply(step, in: bill, by: signature, at: sequence, guest: guest)
        }
    }
}
