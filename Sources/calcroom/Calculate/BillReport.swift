import CalculatorEngine
import CommandLineKit

/// The output of `calcroom split` for a bill.
enum BillReport {
    /// One share a line, the total, the unassigned rest, and the debts if there are payments.
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
    /// What is wrong, and which values are right.
    func explanation(in unit: BillUnit) -> String {
        switch self {
        case .notANumber:
            "not a number; an amount is written like \(Self.example(in: unit))."
        case .tooManyDecimals(let most):
            "more than \(most) decimals; --decimals 0, 2 or 3 says what the currency has."
        case .amountOutOfRange:
            "too large; an amount is at most \(String(decoding: unit.text(BillLimits.amountMax), as: UTF8.self))."
        case .weightOutOfRange:
            "too large; a weight is a whole number from 0 to \(BillLimits.weightMax)."
        case .tipOutOfRange:
            "a tip is from 0 to \(BillLimits.tipMax / 10_000) percent."
        case .tooManyPeople: "a bill has at most \(BillLimits.peopleMax) people."
        case .tooManyItems: "a bill has at most \(BillLimits.itemsMax) items."
        case .tooManyOwners: "the items have at most \(BillLimits.ownersMax) owners together."
        case .personExists(let number): "person \(number) is there already."
        case .personUnknown(let number): "there is no person \(number)."
        case .itemExists(let number): "item \(number) is there already."
        case .itemUnknown(let number): "there is no item \(number)."
        case .signTooLong: "a currency's sign has at most a few characters."
        case .tooManyPayments: "at most \(BillLimits.paymentsMax) debts can be settled."
        case .paymentUnknown(let number): "there is no payment \(number)."
        case .percentBeyond: "The percentages come to more than 100."
        case .unitInUse: "the decimals cannot change while there are amounts."
        case .nobody: "There is nobody to split between."
        case .noWeight: "All weights are 0; somebody must bear the bill."
        case .taxBeyondAmount:
            "The tax is part of the amount: it lies between 0 and the amount, with the same sign."
        case .signsDiffer(let person):
            (person.map { "What person \($0) had" } ?? "What is unassigned")
                + " and the total have different signs; a discount is for those who had more."
        }
    }

    private static func example(in unit: BillUnit) -> String {
        switch unit {
        case .whole: "95"
        case .hundredth: "95.00"
        case .thousandth: "95.000"
        }
    }
}
