import CalculatorEngine
public import SharedRoom

extension RoomDocuments {
    /// The bill as CSV: amounts and total, shares, payments, and debts.
    public static func billCSV(of room: Room) -> [UInt8] {
        let header = ["what", "who", "whom", "amount"]
        return Array(([header] + BillTable(room).rows).map(csvLine).joined().utf8)
    }
}

private struct BillTable {
    let room: Room
    /// The bill with the amounts that are shown.
    private let bill: Bill

    init(_ room: Room) {
        self.room = room
        bill = room.bill.bill.rounded
    }

    var rows: [[String]] {
        let split = try? bill.split()
        var rows = charges(split)
        for (index, person) in bill.people.enumerated() {
            if let split { rows.append(row("share", person.number, split.shares[index].amount)) }
        }
        for person in bill.people where person.paid != 0 {
            rows.append(row("paid", person.number, person.paid))
        }
        guard rows.contains(where: { $0[0] == "paid" }) || !room.bill.settled.isEmpty else {
            return rows
        }
        for debt in (try? room.bill.settlement().transfers) ?? [] {
            rows.append(["owes", name(debt.from), name(debt.to), text(debt.amount)])
        }
        for payment in room.bill.settled.map(\.payment) {
            let (from, to) = (name(payment.from), name(payment.to))
            rows.append(["paid back", from, to, text(payment.amount)])
        }
        return rows
    }

    private func charges(_ split: BillSplit?) -> [[String]] {
        var rows: [[String]] = []
        if bill.basis == .items {
            rows = bill.items.map { item in
                let owners = item.owners.map(name).joined(separator: ", ")
                let itemName = room.bill.itemNames.first { $0.item == item.number }?.name
                return [
                    RoomDocuments.withoutFormulas(itemName?.string ?? "item"), owners, "",
                    text(item.amount),
                ]
            }
        } else {
            rows.append(["amount", "", "", text(bill.amount)])
        }
        rows.append(["tax", "", "", text(bill.tax)])
        guard let split else { return rows }
        rows.append(["tip", "", "", text(split.tip)])
        rows.append(["total", "", "", text(split.total)])
        if split.unassigned != 0 { rows.append(["unassigned", "", "", text(split.unassigned)]) }
        return rows
    }

    private func row(_ what: String, _ who: UInt32, _ amount: Int64) -> [String] {
        [what, name(who), "", text(amount)]
    }

    private func name(_ party: BillSettlement.Party) -> String {
        switch party {
        case .person(let number): name(number)
        case .unassigned: "unassigned"
        case .till: "till"
        }
    }

    private func name(_ number: UInt32) -> String {
        let guest = room.bill.guests.first { $0.number == number }?.name
        let name = guest ?? room.people[number]?.name ?? .none
        return RoomDocuments.withoutFormulas(RoomDocuments.person(number, name.bytes))
    }

    private func text(_ amount: Int64) -> String {
        String(decoding: bill.unit.text(amount), as: UTF8.self)
    }
}

extension PersonName {
    fileprivate var string: String { String(decoding: bytes, as: UTF8.self) }
}
