import CalculatorEngine

/// Items, each with those who share it.
extension BillArguments {
    mutating func readItems() throws(CommandError) {
        for option in [SplitOption.weights, SplitOption.percents]
        where arguments.contains(option) {
            throw .usage(
                "--\(option.name) or --items: the items already say how much each person bears.")
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

    /// Without `--owners` the first item is the first person's, and so on.
    mutating func readOwners() throws(CommandError) {
        let items = bill.items
        var owners = list(SplitOption.owners)
        if !arguments.contains(SplitOption.owners) {
            owners = items.map { "\($0.number)" }
        }
        guard owners.count == items.count else {
            throw .usage(
                "--owners names \(owners.count) of \(items.count) items; name all, as 1,1+2,none.")
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
                "--owners \(text): people are numbers from 1, as in 1,1+2,none.")
        }
        if let people = arguments[SplitOption.people], number > bill.people.count {
            throw .usage(
                "Item \(item) is of person \(number), but --people is \(people); "
                    + "--owners says whose an item is, as 1,1+2,none.")
        }
        try addPeople(Int(number))
        try change("--owners", .addOwner(UInt32(number), item: item))
    }

    /// With an amount beside the items, what they leave of it before tax is an item of nobody.
    mutating func readRest() throws(CommandError) {
        guard let text = arguments.operands.first else { return }
        let listed = bill.tax + bill.items.reduce(0) { $0 + $1.amount }
        let rest = try total(text) - listed
        if rest == 0 { return }
        guard rest.signum() != -listed.signum() else {
            throw .usage("\(text) is less than the items and the tax come to.")
        }
        try change(text, .addItem(UInt64(bill.items.count + 1), amount: rest))
    }
}
