import CalculatorEngine

/// The bills of a room, with the guests and the settled debts of all of them, and the changes that can be undone.
public struct RoomBills: Equatable, Sendable {
    /// A person who is not in the room.
    public struct Guest: Equatable, Sendable {
        public let number: UInt32
        public let name: PersonName
    }

    /// A settled debt, identified by the sequence number of its event. It has the currency of a bill.
    public struct SettledDebt: Equatable, Sendable {
        public let number: Int64
        public internal(set) var bill: Int64
        public let payment: BillPayment
    }

    /// The bills in the order of their creation; never empty.
    public internal(set) var all = [RoomBill()]
    /// The guests who are in a bill.
    public internal(set) var guests: [Guest] = []
    public internal(set) var settled: [SettledDebt] = []
    /// The names of participants who left the room while a bill, or a step that can be undone, could refer to them.
    /// Undo does not change them.
    public internal(set) var departed: [Guest] = []
    public internal(set) var history = History(
        stepsMax: RoomLimits.billStepsMax, bytesMax: RoomLimits.billStepBytesMax)
    /// The encoding of the parts that undo restores: bills, guests and settled debts.
    var encoded: [UInt8] = []

    public init() {
        updateEncoded()
    }

    public subscript(number: Int64) -> RoomBill? {
        index(of: number).map { all[$0] }
    }

    func index(of number: Int64) -> Int? {
        all.firstIndex { $0.number == number }
    }

    public func has(_ person: UInt32) -> Bool {
        all.contains { $0.has(person) }
    }

    /// The name of a person who is not in the room. It is known if a bill or a step refers to them.
    public func name(of person: UInt32) -> PersonName? {
        (guests.first { $0.number == person } ?? departed.first { $0.number == person })?.name
    }

    /// The debts that remain in the currency of a bill. Bills that cannot be split are left out.
    public func settlement(inCurrencyOf bill: RoomBill) -> BillSettlement {
        BillSettlement(
            of: all.filter { $0.hasCurrency(of: bill) }.map { $0.bill },
            after: settledDebts(inCurrencyOf: bill).map { $0.payment })
    }

    public func settledDebts(inCurrencyOf bill: RoomBill) -> [SettledDebt] {
        settled.filter { self[$0.bill]?.hasCurrency(of: bill) == true }
    }
}

/// Steps.
extension RoomBills {
    /// Applies the step to the bill. Returns false, and changes nothing, if it is impossible. `guest` is the number of
    /// a new guest.
    mutating func apply(
        _ step: BillStep, in number: Int64, by signature: Signature, at sequence: Int64,
        guest: UInt32
    ) -> Bool {
        do throws(BillError) {
            try perform(step, in: number, sequence, guest: guest)
            try checkLimits()
        } catch {
            // The encoding is older than the step.
            decode(encoded)
            return false
        }
        let before = encoded
        updateEncoded()
        if encoded != before {
            history.append(
                History.Step(
                    signature: signature, sequence: sequence, time: 0,
                    patch: Patch(from: encoded, to: before)))
        }
        return true
    }

    private mutating func perform(
        _ step: BillStep, in number: Int64, _ sequence: Int64, guest: UInt32
    ) throws(BillError) {
        guard let index = index(of: number) else { throw .billUnknown }
        switch step {
        case .addGuest(let name):
            guests.append(Guest(number: guest, name: name))
            try all[index].apply(.add(guest), at: sequence)
        case .settle(let from, let to, let amount):
            guard has(from), has(to) else { throw .nobody }
            let payment = BillPayment(from: from, to: to, amount: try all[index].value(amount))
            settled.append(SettledDebt(number: sequence, bill: all[index].number, payment: payment))
        case .unsettle(let number):
            guard let payment = settled.firstIndex(where: { $0.number == number }) else {
                throw .paymentUnknown(number)
            }
            settled.remove(at: payment)
        case .new:
            var bill = all[index].emptied(sequence)
            try bill.bill.apply(.setTipBase(all[index].bill.tipBase))
            for person in all[index].bill.people { try bill.bill.apply(.addPerson(person.number)) }
            all.append(bill)
        case .removeBill:
            guard all.count > 1 else { throw .billUnknown }
            let removed = all.remove(at: index)
            if let heir = all.first(where: { $0.hasCurrency(of: removed) }) {
                for payment in settled.indices where settled[payment].bill == removed.number {
                    settled[payment].bill = heir.number
                }
            }
            dropUnused()
        case .removePerson, .startOver:
            try all[index].apply(step, at: sequence)
            dropUnused()
        case .add, .weight, .paid, .basis, .scalePercents, .amount, .tax, .tip, .tipBase, .roundUp,
            .currency, .title, .addItem, .dropItem, .price, .addOwner, .dropOwner, .shareOpen:
            try all[index].apply(step, at: sequence)
        }
    }

    /// Removes guests and payments of people who are in no bill, and payments in the currency of no bill.
    private mutating func dropUnused() {
        var (guests, settled) = ([Guest](), [SettledDebt]())
        for guest in self.guests where has(guest.number) { guests.append(guest) }
        for one in self.settled {
            if index(of: one.bill) != nil, has(one.payment.from), has(one.payment.to) {
                settled.append(one)
            }
        }
        self.guests = guests
        self.settled = settled
    }

    /// The limits of one bill also limit all bills together.
    func checkLimits() throws(BillError) {
        var (people, items, owners) = (0, 0, 0)
        for one in all {
            people += one.bill.people.count
            items += one.bill.items.count
            for item in one.bill.items { owners += item.owners.count }
        }
        guard people <= BillLimits.peopleMax, items <= BillLimits.itemsMax,
            owners <= BillLimits.ownersMax, guests.count <= RoomLimits.guestsMax,
            settled.count <= BillLimits.paymentsMax, all.count <= RoomLimits.billsMax
        else { throw .tooManyBills }
    }

    /// Keeps the name of a participant who leaves the room. Undo can bring back people who are in no bill, and a step
    /// names its author.
    mutating func keepName(of person: Participant) {
        guard has(person.number) || !history.isEmpty else { return }
        if departed.count >= RoomLimits.guestsMax,
            let unused = departed.firstIndex(where: { !has($0.number) })
        {
            departed.remove(at: unused)
        }
        departed.append(Guest(number: person.number, name: person.name))
    }

    /// Bills with equal encodings are equal.
    public static func == (one: RoomBills, other: RoomBills) -> Bool {
        one.encoded == other.encoded && one.departed == other.departed
            && one.history == other.history
    }

    /// Leaves one empty bill in the currency of the first one.
    mutating func startOver() {
        let first = all[0].emptied(RoomBill.first)
        self = RoomBills()
        all = [first]
        updateEncoded()
    }
}

/// Undo.
extension RoomBills {
    /// Undoes the step with this signature. Returns false if it is not the last one.
    mutating func undo(_ signature: Signature) -> Bool {
        guard let inverse = restore(history.last, signature) else { return false }
        history.undo(inverse)
        return true
    }

    mutating func redo(_ signature: Signature) -> Bool {
        guard let inverse = restore(history.lastUndone, signature) else { return false }
        history.redo(inverse)
        return true
    }

    /// Applies the patch of the step if it has the signature. Returns the opposite patch.
    private mutating func restore(_ step: History.Step?, _ signature: Signature) -> Patch? {
        let before = encoded
        guard let step, step.signature == signature, let after = step.patch.applied(to: before)
        else { return nil }
        guard decode(after) else {
            decode(before)
            return nil
        }
        return Patch(from: after, to: before)
    }
}
