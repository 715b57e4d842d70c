import CalculatorEngine

/// A bill of a room. The engine's `Bill` calculates; this type adds names and the currency.
public struct RoomBill: Equatable, Sendable {
    public struct ItemName: Equatable, Sendable {
        public let item: UInt64
        public let name: PersonName
    }

    /// The sequence number of the event that created the bill. The first bill is created with the room.
    public let number: Int64
    /// Empty for no title.
    public internal(set) var title = PersonName.none
    public internal(set) var bill = Bill()
    public internal(set) var itemNames: [ItemName] = []
    /// The code or sign of the currency, such as `EUR` or `€`. It is displayed only.
    public internal(set) var sign = PersonName.none

    init(_ number: Int64 = Self.first) {
        self.number = number
    }

    /// The number of a room's first bill.
    public static let first: Int64 = 1

    public func has(_ person: UInt32) -> Bool {
        bill.people.contains { $0.number == person }
    }

    /// True if both bills have the same currency, so that their debts can be netted.
    public func hasCurrency(of other: RoomBill) -> Bool {
        sign == other.sign && bill.unit == other.bill.unit
    }
}

extension RoomBill {
    /// An empty bill in the same currency.
    func emptied(_ number: Int64) -> RoomBill {
        var empty = RoomBill(number)
        empty.bill = Bill(unit: bill.unit)
        empty.sign = sign
        return empty
    }

    /// Applies a step that concerns only this bill.
    mutating func apply(_ step: BillStep, at sequence: Int64) throws(BillError) {
        switch step {
        case .title(let title): self.title = title
        case .currency(let unit, let sign):
            guard sign.bytes.count <= RoomLimits.signBytesMax else { throw .signTooLong }
            try bill.apply(.setUnit(unit))
            self.sign = sign
        case .shareOpen: try shareOpenItems()
        case .add(let person): try bill.apply(.addPerson(person))
        case .startOver: self = emptied(number)
        case .addItem(let amount, let name):
            let item = UInt64(bitPattern: sequence)
            try bill.apply(.addItem(item, amount: try value(amount)))
            if name != .none { itemNames.append(ItemName(item: item, name: name)) }
        case .dropItem(let item):
            try bill.apply(.removeItem(UInt64(bitPattern: item)))
            itemNames.removeAll { $0.item == UInt64(bitPattern: item) }
        case .removePerson, .weight, .paid, .basis, .scalePercents, .amount, .tax, .tip, .tipBase,
            .roundUp, .price, .addOwner, .dropOwner, .addGuest, .settle, .unsettle, .new,
            .removeBill:
            try bill.apply(try change(step))
        }
    }

    private func change(_ step: BillStep) throws(BillError) -> BillChange {
        switch step {
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
        case .price(let item, let amount):
            .setItemAmount(try value(amount), item: UInt64(bitPattern: item))
        case .addOwner(let item, let person):
            .addOwner(person, item: UInt64(bitPattern: item))
        case .dropOwner(let item, let person):
            .removeOwner(person, item: UInt64(bitPattern: item))
        case .add, .addGuest, .title, .currency, .shareOpen, .addItem, .dropItem, .settle,
            .unsettle, .startOver, .new, .removeBill:
            throw .nobody
        }
    }

    private mutating func shareOpenItems() throws(BillError) {
        for item in bill.items where item.owners.isEmpty {
            for person in bill.people {
                try bill.apply(.addOwner(person.number, item: item.number))
            }
        }
    }

    /// Rounds to the currency: a calculator may show more decimals.
    func value(_ amount: AmountText) throws(BillError) -> Int64 {
        try bill.unit.amount(rounding: amount.bytes)
    }
}
