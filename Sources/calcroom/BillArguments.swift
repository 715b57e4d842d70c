import CalculatorEngine

/// The bill that the arguments of `calcroom split` describe; its people are 1, 2, 3….
struct BillArguments {
    let arguments: Arguments
    private(set) var bill: Bill

    static func bill(from arguments: Arguments) throws(CommandError) -> Bill {
        var reader = BillArguments(arguments: arguments, bill: Bill(unit: try unit(arguments)))
        try reader.readCharges()
        if arguments.contains(SplitOption.items) {
            try reader.readItems()
        } else {
            try reader.readAmount()
        }
        try reader.readPayments()
        return reader.bill
    }

    private static func unit(_ arguments: Arguments) throws(CommandError) -> BillUnit {
        switch arguments[SplitOption.decimals] {
        case nil, "2": .hundredth
        case "0": .whole
        case "3": .thousandth
        case .some(let text): throw .usage("--decimals \(text): a currency has 0, 2 or 3.")
        }
    }

    private mutating func readCharges() throws(CommandError) {
        if let tax = arguments[SplitOption.tax] {
            try change("--tax \(tax)", .setTax(amount(tax, of: "--tax")))
        }
        if let tip = arguments[SplitOption.tip] {
            try change("--tip \(tip)", .setTip(percentage(tip)))
        }
        try change("--round-up", .setRoundsUp(arguments.contains(SplitOption.roundUp)))
        switch arguments[SplitOption.tipBase] {
        case nil, "total": break
        case "pretax": try change("--tip-on", .setTipBase(.pretax))
        case .some(let text):
            throw .usage("--tip-on \(text): a tip is taken on pretax or on total.")
        }
    }

    private mutating func readPayments() throws(CommandError) {
        for (index, text) in list(SplitOption.paid).enumerated() {
            guard index < bill.people.count else {
                throw .usage(
                    "--paid names more payments than there are people (\(bill.people.count)).")
            }
            let person = bill.people[index].number
            try change("--paid \(text)", .setPaid(amount(text, of: "--paid"), person: person))
        }
    }

    /// Makes the change, or says of which text it is wrong.
    mutating func change(_ given: String, _ change: BillChange) throws(CommandError) {
        do throws(BillError) {
            try bill.apply(change)
        } catch {
            throw .usage("\(given): \(error.explanation(in: bill.unit))")
        }
    }
}
