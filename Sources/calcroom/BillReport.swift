import CalculatorEngine

/// What `calcroom split` prints for a bill.
enum BillReport {
    /// One share a line, the total, what is unassigned, and who owes whom when somebody paid.
    static func lines(for bill: Bill) throws(CommandError) -> [String] {
        do throws(BillError) {
            let split = try bill.split()
            var lines = split.shares.map { text($0.amount, bill) }
            lines.append("total \(text(split.total, bill))")
            if split.unassigned != 0 { lines.append("unassigned \(text(split.unassigned, bill))") }
            if bill.people.contains(where: { $0.paid != 0 }) { lines += try debts(in: bill) }
            return lines
        } catch {
            throw .usage(error.explanation(in: bill.unit))
        }
    }

    /// `2 owes 1 33.33`
    private static func debts(in bill: Bill) throws(BillError) -> [String] {
        try bill.settlement().transfers.map {
            "\(name($0.from)) owes \(name($0.to)) \(text($0.amount, bill))"
        }
    }

    private static func name(_ party: BillSettlement.Party) -> String {
        switch party {
        case .person(let number): "\(number)"
        case .unassigned: "unassigned"
        case .till: "till"
        }
    }

    private static func text(_ amount: Int64, _ bill: Bill) -> String {
        String(decoding: bill.unit.text(amount), as: UTF8.self)
    }
}
