extension Bill {
    /// Applies the change, or throws the reason and leaves the bill unchanged.
    public mutating func apply(_ change: BillChange) throws(BillError) {
        switch change {
        case .addPerson(let number): try addPerson(number)
        case .removePerson(let number): try removePerson(number)
        case .setWeight(let weight, let person): try setWeight(weight, person: person)
        case .setPaid(let paid, let person):
            people[try index(ofPerson: person)].paid = try Self.checked(paid)
        case .setBasis(let basis): self.basis = basis
        case .setAmount(let amount): self.amount = try Self.checked(amount)
        case .addItem(let number, let amount): try addItem(number, amount: amount)
        case .removeItem(let number): items.remove(at: try index(ofItem: number))
        case .setItemAmount(let amount, let item):
            items[try index(ofItem: item)].amount = try Self.checked(amount)
        case .addOwner(let person, let item): try addOwner(person, item: item)
        case .removeOwner(let person, let item): try removeOwner(person, item: item)
        case .setTax(let tax): self.tax = try Self.checked(tax)
        case .setTip(let tip): self.tip = tip
        case .setTipBase(let tipBase): self.tipBase = tipBase
        case .setRoundsUp(let roundsUp): self.roundsUp = roundsUp
        case .setUnit(let unit): try setUnit(unit)
        case .startOver: self = Bill(unit: unit)
        }
    }

    private static func checked(_ amount: Int64) throws(BillError) -> Int64 {
        guard amount.magnitude <= BillLimits.amountMax.magnitude else { throw .amountOutOfRange }
        return amount
    }

    private func index(ofPerson number: UInt32) throws(BillError) -> Int {
        guard let index = people.firstIndex(where: { $0.number == number }) else {
            throw .personUnknown(number)
        }
        return index
    }

    private func index(ofItem number: UInt64) throws(BillError) -> Int {
        guard let index = items.firstIndex(where: { $0.number == number }) else {
            throw .itemUnknown(number)
        }
        return index
    }

    private mutating func addPerson(_ number: UInt32) throws(BillError) {
        guard !people.contains(where: { $0.number == number }) else {
            throw .personExists(number)
        }
        guard people.count < BillLimits.peopleMax else { throw .tooManyPeople }
        people.append(Person(number: number))
    }

    private mutating func removePerson(_ number: UInt32) throws(BillError) {
        people.remove(at: try index(ofPerson: number))
        for index in items.indices {
            items[index].owners.removeAll { $0 == number }
        }
    }

    private mutating func setWeight(_ weight: Int64, person: UInt32) throws(BillError) {
        guard (0...BillLimits.weightMax).contains(weight) else { throw .weightOutOfRange }
        people[try index(ofPerson: person)].weight = weight
    }

    private mutating func addItem(_ number: UInt64, amount: Int64) throws(BillError) {
        guard !items.contains(where: { $0.number == number }) else { throw .itemExists(number) }
        guard items.count < BillLimits.itemsMax else { throw .tooManyItems }
        items.append(Item(number: number, amount: try Self.checked(amount)))
    }

    private mutating func addOwner(_ person: UInt32, item: UInt64) throws(BillError) {
        _ = try index(ofPerson: person)
        let item = try index(ofItem: item)
        let owners = items[item].owners
        let place = owners.firstIndex { $0 >= person } ?? owners.count
        if place < owners.count, owners[place] == person { return }
        guard ownersCount < BillLimits.ownersMax else { throw .tooManyOwners }
        items[item].owners.insert(person, at: place)
    }

    private var ownersCount: Int {
        var count = 0
        for item in items { count += item.owners.count }
        return count
    }

    private mutating func removeOwner(_ person: UInt32, item: UInt64) throws(BillError) {
        _ = try index(ofPerson: person)
        items[try index(ofItem: item)].owners.removeAll { $0 == person }
    }

    private mutating func setUnit(_ unit: BillUnit) throws(BillError) {
        guard unit == self.unit || !hasAmounts else { throw .unitInUse }
        self.unit = unit
    }

    private var hasAmounts: Bool {
        amount != 0 || tax != 0 || items.contains { $0.amount != 0 }
            || people.contains { $0.paid != 0 }
    }
}
