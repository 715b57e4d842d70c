import CalculatorEngine
import CommandLineKit

/// Builds a bill from the arguments of `calcroom split`. People are numbered from 1.
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
        case .some(let text):
            throw .usage("--decimals takes 0, 2 or 3, not \(text).")
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
            throw .usage("--tip-on takes pretax or total, not \(text).")
        }
    }

    private mutating func readPayments() throws(CommandError) {
        for (index, text) in list(SplitOption.paid).enumerated() {
            guard index < bill.people.count else {
                throw .usage(
                    "--paid lists more payments than there are people (\(bill.people.count)).")
            }
            let person = bill.people[index].number
            try change("--paid \(text)", .setPaid(amount(text, of: "--paid"), person: person))
        }
    }

    /// Applies the change. An error names the argument.
    mutating func change(_ given: String, _ change: BillChange) throws(CommandError) {
        do throws(BillError) {
            try bill.apply(change)
        } catch {
            throw .usage("\(given): \(error.explanation(in: bill.unit))")
        }
    }
}

/// Reads one amount, split evenly, by weights or by percentages.
extension BillArguments {
    mutating func readAmount() throws(CommandError) {
        guard let text = arguments.operands.first else {
            throw .usage("No amount given. Example: calcroom split 95.00 --people 3")
        }
        try change(text, .setAmount(total(text)))
        if arguments.contains(SplitOption.owners) {
            throw .usage(
                "--owners needs --items: it names the people who share each item.")
        }
        let ways = [SplitOption.people, SplitOption.weights, SplitOption.percents]
            .filter(arguments.contains)
        guard let way = ways.first, let text = arguments[way] else {
            throw .usage("Say how to split: --people 3, --weights 2:3:3 or --percents 50:30:20.")
        }
        guard ways.count == 1 else {
            throw .usage(
                "--\(ways[0].name) and --\(ways[1].name) exclude each other; give only one.")
        }
        if way == SplitOption.people { return try addPeople(Self.count(text)) }
        try change("--\(way.name)", .setBasis(way == SplitOption.percents ? .percent : .amount))
        try addPeople(weights: text, of: way)
    }

    /// Parses the operand.
    func total(_ text: String) throws(CommandError) -> Int64 {
        if arguments.operands.count > 1 {
            throw .usage("Unexpected argument \(arguments.operands[1]); split takes one amount.")
        }
        return try amount(text, of: "AMOUNT")
    }

    static func count(_ text: String) throws(CommandError) -> Int {
        guard let count = wholeNumber(text), (1...Int64(BillLimits.peopleMax)).contains(count)
        else {
            throw .usage(
                "--people takes a whole number from 1 to \(BillLimits.peopleMax), not \(text).")
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
        let texts = weights.split(separator: ":", omittingEmptySubsequences: false)
        try addPeople(texts.count)
        for (person, text) in zip(bill.people, texts) {
            guard let weight = Self.wholeNumber(text) else {
                throw .usage(
                    "--\(option.name) takes whole numbers from 0 to \(BillLimits.weightMax), "
                        + "separated by colons, such as \(option.value ?? ""), not \(weights).")
            }
            try change("--\(option.name) \(text)", .setWeight(weight, person: person.number))
        }
    }
}

/// Reads items with their owners.
extension BillArguments {
    mutating func readItems() throws(CommandError) {
        for option in [SplitOption.weights, SplitOption.percents]
        where arguments.contains(option) {
            throw .usage(
                "--\(option.name) and --items exclude each other; give only one.")
        }
        try change("--items", .setBasis(.items))
        for text in list(SplitOption.items) {
            let number = UInt64(bill.items.count + 1)
            try change("--items \(text)", .addItem(number, amount: amount(text, of: "--items")))
        }
        if let people = arguments[SplitOption.people] { try addPeople(Self.count(people)) }
        try readOwners()
        try readRest()
    }

    /// Without `--owners`, the first item belongs to the first person, and so on.
    mutating func readOwners() throws(CommandError) {
        let items = bill.items
        var owners = list(SplitOption.owners)
        if !arguments.contains(SplitOption.owners) {
            owners = items.map { "\($0.number)" }
        }
        guard owners.count == items.count else {
            throw .usage(
                "--owners covers \(owners.count) of \(items.count) items; "
                    + "cover all, such as 1,1+2,none.")
        }
        for (item, text) in zip(items, owners) where text != "none" {
            for owner in text.split(separator: "+", omittingEmptySubsequences: false) {
                try addOwner(owner, item: item.number)
            }
        }
    }

    mutating func addOwner(_ text: Substring, item: UInt64) throws(CommandError) {
        guard let number = Self.wholeNumber(text),
            (1...Int64(BillLimits.peopleMax)).contains(number)
        else {
            throw .usage(
                "--owners takes numbers of people, such as 1,1+2,none, not \(text).")
        }
        if let people = arguments[SplitOption.people], number > bill.people.count {
            throw .usage(
                "Item \(item) belongs to person \(number), but --people is \(people). "
                    + "Assign items with --owners, such as 1,1+2,none.")
        }
        try addPeople(Int(number))
        try change("--owners", .addOwner(UInt32(number), item: item))
    }

    /// If an amount is given with the items, adds the rest of it before tax as an unassigned item.
    mutating func readRest() throws(CommandError) {
        guard let text = arguments.operands.first else { return }
        let listed = bill.tax + bill.items.reduce(0) { $0 + $1.amount }
        let rest = try total(text) - listed
        if rest == 0 { return }
        guard rest.signum() != -listed.signum() else {
            throw .usage("\(text) is less than the sum of the items and the tax.")
        }
        try change(text, .addItem(UInt64(bill.items.count + 1), amount: rest))
    }
}

/// Parses numbers in arguments.
extension BillArguments {
    func list(_ option: CommandOption) -> [String] {
        arguments[option].map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        } ?? []
    }

    func amount(_ text: String, of argument: String) throws(CommandError) -> Int64 {
        do throws(BillError) {
            return try bill.unit.amount(text.utf8)
        } catch {
            throw .usage("\(argument) \(text): \(error.explanation(in: bill.unit))")
        }
    }

    func percentage(_ text: String) throws(CommandError) -> BillTip {
        do throws(BillError) {
            return try BillTip(text.utf8)
        } catch .notANumber {
            throw .usage("--tip \(text): not a number; write a percentage like 20 or 12.5.")
        } catch .tooManyDecimals(let most) {
            throw .usage("--tip \(text): more than \(most) decimals.")
        } catch {
            throw .usage("--tip \(text): \(error.explanation(in: bill.unit))")
        }
    }

    static func wholeNumber(_ text: some StringProtocol) -> Int64? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }
}
