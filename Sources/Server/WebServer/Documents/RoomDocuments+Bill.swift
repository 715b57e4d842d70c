import CalculatorEngine
public import SharedRoom

extension RoomDocuments {
    /// The bills as CSV: amounts and total, shares and payments of each bill, then the debts of all.
    public static func billCSV(of room: Room) -> [UInt8] {
        let header = ["bill", "what", "who", "whom", "amount", "currency"]
        let table = BillTable(of: room)
        let rows = room.bills.all.indices.flatMap(table.rows) + table.debts
        return Array(([header] + rows).map(csvLine).joined().utf8)
    }
}

private struct BillTable {
    private let room: Room
    private let people: PersonNames

    init(of room: Room) {
        self.room = room
        people = PersonNames(of: room)
    }

    /// The rows of one bill. Its title is its position if it has none.
    func rows(at index: Int) -> [[String]] {
        let one = room.bills.all[index]
        // The amounts that are shown.
        let bill = one.bill.rounded
        let split = try? bill.split()
        let title = one.title == .none ? "\(index + 1)" : text(one.title)
        func row(_ what: String, _ amount: Int64, _ who: String = "") -> [String] {
            [title, what, who, "", text(amount, one), text(one.sign)]
        }
        var rows: [[String]] = []
        if bill.basis == .items {
            for item in bill.items {
                let name = one.itemNames.first { $0.item == item.number }?.name
                let owners = item.owners.map(self.name).joined(separator: ", ")
                rows.append(row(name.map(text) ?? "item", item.amount, owners))
            }
        } else {
            rows.append(row("amount", bill.amount))
        }
        rows.append(row("tax", bill.tax))
        if let split {
            rows += [row("tip", split.tip), row("total", split.total)]
            if split.unassigned != 0 { rows.append(row("unassigned", split.unassigned)) }
            rows += zip(bill.people, split.shares).map { row("share", $1.amount, name($0.number)) }
        }
        for person in bill.people where person.paid != 0 {
            rows.append(row("paid", person.paid, name(person.number)))
        }
        return rows
    }

    /// The debts and settled debts of each currency that has payments.
    var debts: [[String]] {
        var rows: [[String]] = []
        var currencies: [RoomBill] = []
        for bill in room.bills.all where !currencies.contains(where: { $0.hasCurrency(of: bill) }) {
            currencies.append(bill)
            func row(_ what: String, _ from: String, _ to: String, _ amount: Int64) -> [String] {
                ["", what, from, to, text(amount, bill), text(bill.sign)]
            }
            let settled = room.bills.settledDebts(inCurrencyOf: bill)
            let isPaid = room.bills.all.contains { one in
                one.hasCurrency(of: bill) && one.bill.people.contains { $0.paid != 0 }
            }
            guard isPaid || !settled.isEmpty else { continue }
            for debt in room.bills.settlement(inCurrencyOf: bill).transfers {
                rows.append(row("owes", name(of: debt.from), name(of: debt.to), debt.amount))
            }
            for payment in settled.map(\.payment) {
                rows.append(
                    row("paid back", name(payment.from), name(payment.to), payment.amount))
            }
        }
        return rows
    }

    private func name(of party: BillSettlement.Party) -> String {
        switch party {
        case .person(let number): name(number)
        case .unassigned: "unassigned"
        case .till: "till"
        }
    }

    private func name(_ number: UInt32) -> String {
        RoomDocuments.withoutFormulas(people.name(of: number))
    }

    private func text(_ name: PersonName) -> String {
        RoomDocuments.withoutFormulas(String(decoding: name.bytes, as: UTF8.self))
    }

    private func text(_ amount: Int64, _ room: RoomBill) -> String {
        String(decoding: room.bill.unit.text(amount), as: UTF8.self)
    }
}
