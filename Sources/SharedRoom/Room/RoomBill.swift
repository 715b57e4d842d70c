import CalculatorEngine

/// The bill of a room: its people are participants, or guests who are not in the room.
public struct RoomBill: Equatable, Sendable {
    /// Somebody without a calculator of their own.
    public struct Guest: Equatable, Sendable {
        public let number: UInt32
        public let name: PersonName
    }

    public private(set) var bill = Bill()
    public private(set) var guests: [Guest] = []

    public func has(_ number: UInt32) -> Bool {
        bill.people.contains { $0.number == number }
    }

    init() {}

    init(bill: Bill, guests: [Guest]) {
        self.bill = bill
        self.guests = guests
    }
}

extension RoomBill {
    mutating func addGuest(_ name: PersonName, number: UInt32) throws(BillError) {
        guard guests.count < RoomLimits.guestsMax else { throw .tooManyPeople }
        try bill.apply(.addPerson(number))
        guests.append(Guest(number: number, name: name))
    }

    /// Somebody leaves the room and stays in the bill, as a guest.
    mutating func keepAsGuest(_ person: Participant) {
        guard has(person.number) else { return }
        guests.append(Guest(number: person.number, name: person.name))
    }

    /// All steps but those that put somebody in, which the room has to allow.
    mutating func apply(_ step: BillStep, at sequence: Int64) throws(BillError) {
        try bill.apply(try change(step, at: sequence))
        switch step {
        case .take(let person): guests.removeAll { $0.number == person }
        case .startOver: guests = []
        case .add, .addGuest, .weight, .paid, .basis, .amount, .tax, .tip, .tipBase, .unit,
            .addItem, .dropItem, .price, .addOwner, .dropOwner:
            break
        }
    }

    private func change(_ step: BillStep, at sequence: Int64) throws(BillError) -> BillChange {
        switch step {
        case .add(let person): .addPerson(person)
        case .addGuest: throw .nobody
        case .take(let person): .removePerson(person)
        case .weight(let person, let weight): .setWeight(weight, person: person)
        case .paid(let person, let amount): .setPaid(try value(amount), person: person)
        case .basis(let basis): .setBasis(basis)
        case .amount(let amount): .setAmount(try value(amount))
        case .tax(let amount): .setTax(try value(amount))
        case .tip(let percentage): .setTip(try BillTip(percentage.bytes))
        case .tipBase(let base): .setTipBase(base)
        case .unit(let unit): .setUnit(unit)
        case .addItem(let amount):
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

    private func value(_ amount: AmountText) throws(BillError) -> Int64 {
        try bill.unit.amount(amount.bytes)
    }
}
