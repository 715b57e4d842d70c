import CalculatorEngine

/// One amount, split evenly, by weights or by percentages.
extension BillArguments {
    mutating func readAmount() throws(CommandError) {
        guard let text = arguments.operands.first else {
            throw .usage("Say how much: calcroom split 95.00 --people 3")
        }
        try change(text, .setAmount(total(text)))
        if arguments.contains(SplitOption.owners) {
            throw .usage(
                "--owners says who shares each of --items; without these it means nothing.")
        }
        let ways = [SplitOption.people, SplitOption.weights, SplitOption.percents]
            .filter(arguments.contains)
        guard let way = ways.first, let text = arguments[way] else {
            throw .usage("Say between whom: --people 3, --weights 2:3:3 or --percents 50:30:20.")
        }
        guard ways.count == 1 else {
            throw .usage(
                "--\(ways[0].name) or --\(ways[1].name): each says how many people there are.")
        }
        if way == SplitOption.people { return try addPeople(Self.count(text)) }
        try change("--\(way.name)", .setBasis(way == SplitOption.percents ? .percent : .amount))
        try addPeople(weights: text, of: way)
    }

    /// The amount that stands without an option.
    func total(_ text: String) throws(CommandError) -> Int64 {
        if arguments.operands.count > 1 {
            throw .usage("\(arguments.operands[1]) is too much; split takes one amount, \(text).")
        }
        return try amount(text, of: "AMOUNT")
    }

    static func count(_ text: String) throws(CommandError) -> Int {
        guard let count = wholeNumber(text), (1...Int64(BillLimits.peopleMax)).contains(count)
        else {
            throw .usage(
                "--people \(text): a whole number from 1 to \(BillLimits.peopleMax) is right.")
        }
        return Int(count)
    }

    mutating func addPeople(_ count: Int) throws(CommandError) {
        for number in bill.people.count..<max(count, bill.people.count) {
            try change("person \(number + 1)", .addPerson(UInt32(number + 1)))
        }
    }

    private mutating func addPeople(
        weights: String, of option: CommandOption
    ) throws(CommandError) {
        for text in weights.split(separator: ":", omittingEmptySubsequences: false) {
            guard let weight = Self.wholeNumber(text) else {
                throw .usage(
                    "--\(option.name) \(weights): whole numbers from 0 to \(BillLimits.weightMax) "
                        + "with colons are right, as \(option.value ?? "").")
            }
            let number = UInt32(bill.people.count + 1)
            try change("--\(option.name)", .addPerson(number))
            try change("--\(option.name) \(text)", .setWeight(weight, person: number))
        }
    }
}
