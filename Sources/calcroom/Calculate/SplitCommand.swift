import CommandLineKit

extension Command {
    static let split = Command(
        name: "split",
        operands: "[AMOUNT]",
        summary: "Splits a bill and prints the shares, which add up to the bill.",
        details: """
            Prints one share a line in the order given, then the total with tax and tip, then what
            is unassigned, if anything is. Largest remainders get the leftover units, among equals
            those given first. AMOUNT includes its tax; on --items the tax comes on top. An AMOUNT
            with --items is the foot of the receipt: what no item covers is unassigned.

              calcroom split 95.00 --people 3
              calcroom split 85.00 --people 2 --tax 7.00 --tip 20 --tip-on pretax
              calcroom split --items 42.00,33.00,9.00 --owners 1,2,1+2 --paid 100.00 --tip 12.5
            """,
        options: SplitOption.all
    ) { arguments throws(CommandError) in
        guard arguments.contains(SplitOption.lines) else {
            return print(try answer(to: arguments).joined(separator: "\n"))
        }
        guard arguments.isOnly(SplitOption.lines) else {
            throw .usage("--lines stands alone: the other options stand in the lines.")
        }
        while let line = readLine() {
            if !line.isEmpty, !line.hasPrefix("#") { print(answer(to: line)) }
        }
    }

    private static func answer(to arguments: Arguments) throws(CommandError) -> [String] {
        try BillReport.lines(for: BillArguments.bill(from: arguments))
    }

    private static func answer(to line: String) -> String {
        do throws(CommandError) {
            let texts = line.split(separator: " ").map(String.init)
            return try answer(to: Arguments(texts, for: .split, of: Calcroom.program.name)).joined(
                separator: "\t")
        } catch {
            return "error: \(error.message)"
        }
    }
}

/// The options of `calcroom split`.
enum SplitOption {
    static let people = CommandOption(
        name: "people", value: "N", summary: "how many people share evenly")
    static let weights = CommandOption(
        name: "weights", value: "2:3:3", summary: "how many parts each person bears")
    static let percents = CommandOption(
        name: "percents", value: "50:30:20", summary: "how many percent each person bears")
    static let items = CommandOption(
        name: "items", value: "42.00,33.00", summary: "what each person had, before tax")
    static let owners = CommandOption(
        name: "owners", value: "1,1+2,none", summary: "who shares each item, by position")
    static let tax = CommandOption(
        name: "tax", value: "7.00", summary: "how much tax is in AMOUNT, or comes on the items")
    static let tip = CommandOption(
        name: "tip", value: "20", summary: "the tip in percent, such as 20 or 12.5")
    static let tipBase = CommandOption(
        name: "tip-on", value: "pretax|total",
        summary: "what the tip is a percentage of (default total, with tax)")
    static let roundUp = CommandOption(
        name: "round-up", value: nil,
        summary: "raises the tip until the bill comes to a whole amount")
    static let decimals = CommandOption(
        name: "decimals", value: "0|2|3", summary: "decimals of the currency (default 2)")
    static let paid = CommandOption(
        name: "paid", value: "50.00,0", summary: "what each person paid; prints who owes whom")
    static let lines = CommandOption(
        name: "lines", value: nil,
        summary: "reads the arguments of one bill a line, answers each in one line")

    static let all = [
        people, weights, percents, items, owners, tax, tip, tipBase, roundUp, decimals, paid,
        lines,
    ]
}
