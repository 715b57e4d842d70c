import CalculatorEngine
import CommandLineKit

/// The output of `calcroom split` for a bill.
enum BillReport {
    /// One share per line, the total, the unassigned rest, and the debts if there are payments.
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

extension BillError {
    /// The problem, and the values that are allowed.
    func explanation(in unit: BillUnit) -> String {
        switch self {
        case .notANumber:
            "not a number; write an amount like \(Self.example(in: unit))."
        case .tooManyDecimals(let most):
            "more than \(most) decimals; --decimals 0, 2 or 3 sets how many the currency has."
        case .amountOutOfRange:
            "too large; the maximum is \(Self.largest(in: unit))."
        case .weightOutOfRange:
            "too large; the maximum is \(BillLimits.weightMax)."
        case .tipOutOfRange:
            "out of range; a tip is from 0 to \(BillLimits.tipMax / 10_000) percent."
        case .tooManyPeople: "a bill has at most \(BillLimits.peopleMax) people."
        case .tooManyItems: "a bill has at most \(BillLimits.itemsMax) items."
        case .tooManyOwners: "the items have at most \(BillLimits.ownersMax) owners together."
        case .personExists(let number): "person \(number) exists already."
        case .personUnknown(let number): "there is no person \(number)."
        case .itemExists(let number): "item \(number) exists already."
        case .itemUnknown(let number): "there is no item \(number)."
        case .signTooLong: "the currency symbol is too long."
        case .tooManyBills: "the bills of a room are too many or too large."
        case .paymentUnknown(let number): "there is no payment \(number)."
        case .billUnknown: "there is no such bill."
        case .percentBeyond: "The percentages add up to more than 100."
        case .nobody: "The bill has no people to split it between."
        case .noWeight: "All weights are 0; at least one must be greater."
        case .taxBeyondAmount:
            "The tax is part of the amount: it must be between 0 and the amount."
        case .signsDiffer(let person):
            (person.map { "The items of person \($0)" } ?? "The unassigned items")
                + " and the total have different signs. Give a discount to people with larger items."
        }
    }

    private static func largest(in unit: BillUnit) -> String {
        let amount = BillLimits.amountMax / unit.size * unit.size
        return String(decoding: unit.text(amount), as: UTF8.self)
    }

    private static func example(in unit: BillUnit) -> String {
        switch unit {
        case .whole: "95"
        case .hundredth: "95.00"
        case .thousandth: "95.000"
        }
    }
}
