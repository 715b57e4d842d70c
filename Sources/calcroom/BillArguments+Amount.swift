import CalculatorEngine

/// One amount, split evenly or by weights.
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
        switch (arguments[SplitOption.people], arguments[SplitOption.weights]) {
        case (let people?, nil): try addPeople(Self.count(people))
        case (nil, let weights?): try addPeople(weights: weights)
        case (nil, nil): throw .usage("Say between whom: --people 3, or --weights 2:3:3.")
        case (_?, _?): throw .usage("--people or --weights: each says how many people there are.")
        }
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

    mutating func addPeople(weights: String) throws(CommandError) {
        for text in weights.split(separator: ":", omittingEmptySubsequences: false) {
            guard let weight = Self.wholeNumber(text) else {
                throw .usage(
                    "--weights \(weights): whole numbers from 0 to \(BillLimits.weightMax) with "
                        + "colons are right, as 2:3:3.")
            }
            let number = UInt32(bill.people.count + 1)
            try change("--weights", .addPerson(number))
            try change("--weights \(text)", .setWeight(weight, person: number))
        }
    }
}
