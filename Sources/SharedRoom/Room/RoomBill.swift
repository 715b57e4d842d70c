import CalculatorEngine

/// The bill of a room. Its people are participants and guests who are not in the room. The engine's `Bill`
/// calculates; this type adds names, a currency sign and settled debts.
public struct RoomBill: Equatable, Sendable {
    /// A person in the bill who is not in the room.
    public struct Guest: Equatable, Sendable {
        public let number: UInt32
        public let name: PersonName
    }

    public struct ItemName: Equatable, Sendable {
        public let item: UInt64
        public let name: PersonName
    }

    /// A settled debt, identified by the sequence number of its event.
    public struct SettledDebt: Equatable, Sendable {
        public let number: Int64
        public let payment: BillPayment
    }

    public internal(set) var bill = Bill()
    public internal(set) var guests: [Guest] = []
    public internal(set) var itemNames: [ItemName] = []
    public internal(set) var settled: [SettledDebt] = []
    /// The currency sign. It is displayed only.
    public internal(set) var sign = PersonName.none

    public func has(_ number: UInt32) -> Bool {
        bill.people.contains { $0.number == number }
    }

    /// The debts that remain after the settled ones.
    public func settlement() throws(BillError) -> BillSettlement {
        try bill.settlement(after: settled.map { $0.payment })
    }
}

extension RoomBill {
    mutating func addGuest(_ name: PersonName, number: UInt32) throws(BillError) {
        guard guests.count < RoomLimits.guestsMax else { throw .tooManyPeople }
        try bill.apply(.addPerson(number))
        guests.append(Guest(number: number, name: name))
    }

    /// Keeps a participant who leaves the room in the bill, as a guest.
    mutating func keepAsGuest(_ person: Participant) {
        guard has(person.number) else { return }
        guests.append(Guest(number: person.number, name: person.name))
    }

    /// Applies any step except `addGuest`, which needs a number from the room.
    mutating func apply(_ step: BillStep, at sequence: Int64) throws(BillError) {
        switch step {
        case .currency(let unit, let sign):
            guard sign.bytes.count <= RoomLimits.signBytesMax else { throw .signTooLong }
            try bill.apply(.setUnit(unit))
            self.sign = sign
        case .settle(let from, let to, let amount):
            try settle(from, to, try value(amount), at: sequence)
        case .unsettle(let number):
            guard let index = settled.firstIndex(where: { $0.number == number }) else {
                throw .paymentUnknown(number)
            }
            settled.remove(at: index)
        case .add, .addGuest, .removePerson, .weight, .paid, .basis, .scalePercents, .amount, .tax,
            .tip, .tipBase, .roundUp, .addItem, .dropItem, .price, .addOwner, .dropOwner,
            .startOver:
            try bill.apply(try change(step, at: sequence))
            updateDetails(step, at: sequence)
        }
    }

    /// Updates names and settled debts after a step changed people or items.
    private mutating func updateDetails(_ step: BillStep, at sequence: Int64) {
        switch step {
        case .removePerson(let person):
            guests.removeAll { $0.number == person }
            settled.removeAll { $0.payment.from == person || $0.payment.to == person }
        case .addItem(_, let name):
            guard name != .none else { return }
            itemNames.append(ItemName(item: UInt64(bitPattern: sequence), name: name))
        case .dropItem(let item): itemNames.removeAll { $0.item == UInt64(bitPattern: item) }
        case .startOver:
            guests = []
            itemNames = []
            settled = []
        case .add, .addGuest, .weight, .paid, .basis, .scalePercents, .amount, .tax, .tip, .tipBase,
            .roundUp, .currency, .price, .addOwner, .dropOwner, .settle, .unsettle:
            break
        }
    }

    private mutating func settle(
        _ from: UInt32, _ to: UInt32, _ amount: Int64, at sequence: Int64
    ) throws(BillError) {
        for person in [from, to] {
            guard has(person) else { throw .personUnknown(person) }
        }
        guard settled.count < BillLimits.paymentsMax else { throw .tooManyPayments }
        let payment = BillPayment(from: from, to: to, amount: amount)
        settled.append(SettledDebt(number: sequence, payment: payment))
    }

    private func change(_ step: BillStep, at sequence: Int64) throws(BillError) -> BillChange {
        switch step {
        case .add(let person): .addPerson(person)
        case .addGuest, .currency, .settle, .unsettle: throw .nobody
        case .removePerson(let person): .removePerson(person)
        case .weight(let person, let weight): .setWeight(weight, person: person)
        case .paid(let person, let amount): .setPaid(try value(amount), person: person)
        case .basis(let basis): .setBasis(basis)
        case .scalePercents: .scalePercents
        case .amount(let amount): .setAmount(try value(amount))
        case .tax(let amount): .setTax(try value(amount))
        case .tip(let percentage): .setTip(try BillTip(percentage.bytes))
        case .tipBase(let base): .setTipBase(base)
        case .roundUp(let isOn): .setRoundsUp(isOn)
        case .addItem(let amount, _):
            .addItem(UInt64(bitPattern: sequence), amount: try value(amount))
        case .dropItem(let item): .removeItem(UInt64(bitPattern: item))
        case .price(let item, let amount):
            .setItemAmount(try value(amount), item: UInt64(bitPattern: item))
        case .addOwner(let item, let person):
            .addOwner(person, item: UInt64(bitPattern: item))
        case .dropOwner(let item, let person):
            .removeOwner(person, item: UInt64(bitPattern: item))
        case .startOver: .startOver
        }
    }

    /// Rounds to the currency: a calculator may show more decimals.
    private func value(_ amount: AmountText) throws(BillError) -> Int64 {
        try bill.unit.amount(rounding: amount.bytes)
    }
}
