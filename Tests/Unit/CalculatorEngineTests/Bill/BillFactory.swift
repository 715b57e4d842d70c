@testable import CalculatorEngine

/// Bills for tests, with amounts as text.
extension Bill {
    init(_ changes: BillChange..., unit: BillUnit = .hundredth) throws(BillError) {
        self.init(unit: unit)
        try apply(changes)
    }

    mutating func apply(_ changes: [BillChange]) throws(BillError) {
        for change in changes { try apply(change) }
    }

    /// A bill of one amount with one person for each weight, numbered from 1.
    static func amount(
        _ amount: String, weights: [Int64], unit: BillUnit = .hundredth
    ) throws(BillError) -> Bill {
        var bill = Bill(unit: unit)
        try bill.apply(.setBasis(.amount))
        try bill.apply(.setAmount(unit.amount(amount.utf8)))
        for (index, weight) in weights.enumerated() {
            let person = UInt32(index + 1)
            try bill.apply([.addPerson(person), .setWeight(weight, person: person)])
        }
        return bill
    }

    static func amount(
        _ amount: String, people: Int, unit: BillUnit = .hundredth
    ) throws(BillError) -> Bill {
        try .amount(amount, weights: [Int64](repeating: 1, count: people), unit: unit)
    }

    /// A bill of items, given the identifiers of their owners. It has as many people as the largest
    /// identifier.
    static func items(_ items: [(amount: String, owners: [UInt32])]) throws(BillError) -> Bill {
        var bill = try Bill(.setBasis(.items))
        let people = items.flatMap(\.owners).max() ?? 0
        for person in 0..<people { try bill.apply(.addPerson(person + 1)) }
        for (index, item) in items.enumerated() {
            let number = UInt64(index + 1)
            try bill.apply(.addItem(number, amount: BillUnit.hundredth.amount(item.amount.utf8)))
            try bill.apply(item.owners.map { .addOwner($0, item: number) })
        }
        return bill
    }

    func charging(
        tax: String? = nil, tip: String? = nil, on base: BillTipBase = .total
    ) throws(BillError) -> Bill {
        var bill = self
        if let tax { try bill.apply(.setTax(unit.amount(tax.utf8))) }
        if let tip { try bill.apply(.setTip(BillTip(tip.utf8))) }
        try bill.apply(.setTipBase(base))
        return bill
    }

    func paid(_ amounts: String...) throws(BillError) -> Bill {
        var bill = self
        for (person, amount) in zip(people, amounts) {
            try bill.apply(.setPaid(unit.amount(amount.utf8), person: person.number))
        }
        return bill
    }

    /// `10.67 unassigned 5.33`, or the name of the error.
    var shown: String {
        do throws(BillError) {
            let split = try split()
            let shares = split.shares.map { shown($0.amount) }.joined(separator: " ")
            if split.unassigned == 0 { return shares }
            return shares + " unassigned " + shown(split.unassigned)
        } catch {
            return "\(error)"
        }
    }

    /// `2 → 1 33.33, 3 → till 5.00`
    var shownDebts: String {
        do throws(BillError) {
            return try settlement().transfers
                .map { "\(shown($0.from)) → \(shown($0.to)) \(shown($0.amount))" }
                .joined(separator: ", ")
        } catch {
            return "\(error)"
        }
    }

    func shown(_ amount: Int64) -> String {
        String(decoding: unit.text(amount), as: UTF8.self)
    }

    private func shown(_ party: BillSettlement.Party) -> String {
        switch party {
        case .person(let number): "\(number)"
        case .unassigned: "unassigned"
        case .till: "till"
        }
    }
}
