extension Bill {
    /// Applies the change, or throws the reason and leaves the bill unchanged.
    public mutating func apply(_ change: BillChange) throws(BillError) {
        switch change {
        case .addPerson(let number): try addPerson(number)
        case .removePerson(let number): try removePerson(number)
        case .setWeight(let weight, let person): try setWeight(weight, person: person)
        case .setPaid(let paid, let person):
            people[try index(ofPerson: person)].paid = try Self.checked(paid)
        case .setBasis(let basis): setBasis(basis)
        case .scalePercents: setWeights(evenedPercents)
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
        case .setUnit(let unit): self.unit = unit
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
        changePeople { $0.append(Person(number: number)) }
    }

    private mutating func removePerson(_ number: UInt32) throws(BillError) {
        let index = try index(ofPerson: number)
        changePeople { $0.remove(at: index) }
        for index in items.indices {
            items[index].owners.removeAll { $0 == number }
        }
    }

    /// Adds or removes a person. Equal percentages stay equal; otherwise nobody else's percentage changes.
    private mutating func changePeople(_ change: (inout [Person]) -> Void) {
        let isEqual = basis == .percent && people.map { $0.weight } == equalPercents
        let count = people.count
        change(&people)
        if isEqual {
            setWeights(equalPercents)
        } else if basis == .percent, people.count > count {
            people[count].weight = 0
        }
    }

    private mutating func setBasis(_ basis: Basis) {
        guard basis != self.basis else { return }
        if self.basis == .items, amount == 0 { takeAmountFromItems() }
        switch basis {
        case .amount: setWeights(people.map { _ in 1 })
        case .percent: setWeights(equalPercents)
        case .even, .items: break
        }
        self.basis = basis
    }

    private mutating func takeAmountFromItems() {
        let sum = items.reduce(tax) { $0 + $1.amount }
        if let sum = try? Self.checked(sum) { amount = sum }
    }

    private mutating func setWeights(_ weights: [Int64]) {
        for index in people.indices { people[index].weight = weights[index] }
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
}
