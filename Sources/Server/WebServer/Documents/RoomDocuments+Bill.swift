import CalculatorEngine
public import SharedRoom

extension RoomDocuments {
    /// The bills as CSV: amounts and total, shares and payments of each bill, then the debts of all.
    public static func billCSV(of room: Room) -> [UInt8] {
        let header = ["bill", "what", "who", "whom", "amount", "currency"]
        let names = BillNames(of: room)
        var rows: [[String]] = []
        for index in room.bills.all.indices { rows += BillTable(at: index, names).rows }
        return Array(([header] + rows + debts(of: room, names)).map(csvLine).joined().utf8)
    }

    /// The debts and settled debts of each currency that has payments.
    private static func debts(of room: Room, _ names: BillNames) -> [[String]] {
        var rows: [[String]] = []
        var currencies: [RoomBill] = []
        for bill in room.bills.all where !currencies.contains(where: { $0.hasCurrency(of: bill) }) {
            currencies.append(bill)
            let currency = names.currency(of: bill)
            func row(_ what: String, _ from: String, _ to: String, _ amount: Int64) -> [String] {
                ["", what, from, to, text(amount, bill), currency]
            }
            let settled = room.bills.settledDebts(inCurrencyOf: bill)
            let isPaid = room.bills.all.contains { one in
                one.hasCurrency(of: bill) && one.bill.people.contains { $0.paid != 0 }
            }
            guard isPaid || !settled.isEmpty else { continue }
            for debt in room.bills.settlement(inCurrencyOf: bill).transfers {
                rows.append(row("owes", names[debt.from], names[debt.to], debt.amount))
            }
            for payment in settled.map(\.payment) {
                rows.append(
                    row("paid back", names[payment.from], names[payment.to], payment.amount))
            }
        }
        return rows
    }

    fileprivate static func text(_ amount: Int64, _ room: RoomBill) -> String {
        String(decoding: room.bill.unit.text(amount), as: UTF8.self)
    }
}

/// The names of the people and bills of a room in a table.
private struct BillNames {
    let room: Room
    private let people: PersonNames

    init(of room: Room) {
        self.room = room
        people = PersonNames(of: room)
    }

    subscript(party: BillSettlement.Party) -> String {
        switch party {
        case .person(let number): self[number]
        case .unassigned: "unassigned"
        case .till: "till"
        }
    }

    subscript(number: UInt32) -> String {
        RoomDocuments.withoutFormulas(people.name(of: number))
    }

    func currency(of bill: RoomBill) -> String {
        RoomDocuments.withoutFormulas(bill.sign.string)
    }

    /// The title, or the position among the bills.
    func title(at index: Int) -> String {
        let title = room.bills.all[index].title
        return title == .none ? "\(index + 1)" : RoomDocuments.withoutFormulas(title.string)
    }
}

private struct BillTable {
    let room: RoomBill
    let names: BillNames
    let title: String
    /// The bill with the amounts that are shown.
    private let bill: Bill

    init(at index: Int, _ names: BillNames) {
        room = names.room.bills.all[index]
        self.names = names
        title = names.title(at: index)
        bill = room.bill.rounded
    }

    var rows: [[String]] {
        let split = try? bill.split()
        var rows = charges(split)
        for (index, person) in bill.people.enumerated() {
            if let split {
                rows.append(row("share", names[person.number], split.shares[index].amount))
            }
        }
        for person in bill.people where person.paid != 0 {
            rows.append(row("paid", names[person.number], person.paid))
        }
        return rows
    }

    private func charges(_ split: BillSplit?) -> [[String]] {
        var rows: [[String]] = []
        if bill.basis == .items {
            rows = bill.items.map { item in
                let owners = item.owners.map { names[$0] }.joined(separator: ", ")
                let name = room.itemNames.first { $0.item == item.number }?.name
                return row(
                    RoomDocuments.withoutFormulas(name?.string ?? "item"), owners, item.amount)
            }
        } else {
            rows.append(row("amount", "", bill.amount))
        }
        rows.append(row("tax", "", bill.tax))
        guard let split else { return rows }
        rows.append(row("tip", "", split.tip))
        rows.append(row("total", "", split.total))
        if split.unassigned != 0 { rows.append(row("unassigned", "", split.unassigned)) }
        return rows
    }

    private func row(_ what: String, _ who: String, _ amount: Int64) -> [String] {
        [title, what, who, "", RoomDocuments.text(amount, room), names.currency(of: room)]
    }
}

extension PersonName {
    fileprivate var string: String { String(decoding: bytes, as: UTF8.self) }
}
