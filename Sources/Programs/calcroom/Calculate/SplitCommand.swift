import CommandLineKit

extension Command {
    static let split = Command(
        name: "split",
        operands: "[AMOUNT]",
        summary: "Splits a bill and prints the shares, which add up to the bill.",
        details: """
            Prints one share per line in the order given, then the total with tax and tip, then
            the unassigned amount, if any. Leftover units go to the largest remainders; ties go to
            the person given first. AMOUNT includes tax. For --items, tax is added. If both are
            given, AMOUNT is the total of the receipt, and the part that no item covers is
            unassigned.

              calcroom split 95.00 --people 3
              calcroom split 85.00 --people 2 --tax 7.00 --tip 20 --tip-on pretax
              calcroom split --items 42.00,33.00,9.00 --owners 1,2,1+2 --paid 100.00 --tip 12.5
            """,
        options: SplitOption.all
    ) { arguments throws(CommandError) in
        guard arguments.contains(SplitOption.lines) else {
            return print(try report(for: arguments).joined(separator: "\n"))
        }
        guard arguments.isOnly(SplitOption.lines) else {
            throw .usage("--lines takes no other arguments; give them in the input lines.")
        }
        while let line = readLine() {
            if !line.isEmpty, !line.hasPrefix("#") { print(answer(to: line)) }
        }
    }

    private static func report(for arguments: Arguments) throws(CommandError) -> [String] {
        try BillReport.lines(for: BillArguments.bill(from: arguments))
    }

    private static func answer(to line: String) -> String {
        do throws(CommandError) {
            let texts = line.split(separator: " ").map(String.init)
            let arguments = try Arguments(texts, for: .split, of: Calcroom.program.name)
            return try report(for: arguments).joined(separator: "\t")
        } catch {
            return "error: \(error.message)"
        }
    }
}

/// The options of `calcroom split`.
enum SplitOption {
    static let people = CommandOption(
        name: "people", value: "N", summary: "the number of people, who share evenly")
    static let weights = CommandOption(
        name: "weights", value: "2:3:3", summary: "the parts that each person pays")
    static let percents = CommandOption(
        name: "percents", value: "50:30:20", summary: "the percentage that each person pays")
    static let items = CommandOption(
        name: "items", value: "42.00,33.00", summary: "the amount of each item, before tax")
    static let owners = CommandOption(
        name: "owners", value: "1,1+2,none",
        summary: "the people who share each item (default: item 1 belongs to person 1, and so on)")
    static let tax = CommandOption(
        name: "tax", value: "7.00",
        summary: "the tax, which is part of AMOUNT or added to the items")
    static let tip = CommandOption(
        name: "tip", value: "20", summary: "the tip in percent, such as 20 or 12.5")
    static let tipBase = CommandOption(
        name: "tip-on", value: "pretax|total",
        summary: "the base of the tip: the bill before tax, or with tax (default total)")
    static let roundUp = CommandOption(
        name: "round-up", value: nil,
        summary: "raises the tip so that the total is a whole amount")
    static let decimals = CommandOption(
        name: "decimals", value: "0|2|3", summary: "the decimals of the currency (default 2)")
    static let paid = CommandOption(
        name: "paid", value: "50.00,0", summary: "the payment of each person; prints who owes whom")
    static let lines = CommandOption(
        name: "lines", value: nil,
        summary: "reads one bill per line from standard input and prints one line for each")

    static let all = [
        people, weights, percents, items, owners, tax, tip, tipBase, roundUp, decimals, paid,
        lines,
    ]
}
