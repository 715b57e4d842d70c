import CommandLineKit
import RunningPrograms
import Testing

@testable import calcroom

/// The lines that `calcroom split` prints, without a process.
private func split(_ words: Substring) throws -> [String] {
    let arguments = try Arguments(
        words.split(separator: " ").map(String.init), for: .split, of: "calcroom")
    return try BillReport.lines(for: BillArguments.bill(from: arguments))
}

@Test func `split prints one share per line, the total, and debts if payments are given`() throws {
    let result = try Program.run("split 100.00 --people 3 --paid 0,60.00,20.00")
    let lines = """
        33.34
        33.33
        33.33
        total 100.00
        1 owes 2 26.67
        3 owes till 13.33
        1 owes till 6.67

        """
    #expect(result == .init(output: lines, errorOutput: "", status: 0))
}

@Test func `split gives the expected shares for the test cases of the engine`() throws {
    let rows = try Checkout.text(of: "Tests/Unit/CalculatorEngineTests/Cases/split.tsv")
        .split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t") }
    #expect(rows.count >= 31)
    for row in rows {
        let shares = try split(row[0]).filter { !$0.hasPrefix("total ") }.joined(separator: " ")
        #expect(shares == row[1], "\(row[0])")
    }
}

@Test func `split prints what is unassigned after the total`() throws {
    #expect(
        try split("108.80 --items 42.00,33.00 --tax 8.80 --tip 10")
            == ["50.27", "39.49", "total 119.68", "unassigned 29.92"])
    #expect(
        try split("--items 5.00,7.00 --owners 1,none --paid 12.00").last
            == "unassigned owes 1 7.00")
}

@Test(arguments: [
    ("1e2 --people 3", "AMOUNT 1e2: not a number; write an amount like 95.00."),
    ("x --people 3 --decimals 0", "AMOUNT x: not a number; write an amount like 95."),
    (
        "9.555 --people 3",
        "AMOUNT 9.555: more than 2 decimals; --decimals 0, 2 or 3 sets how many the currency has."
    ),
    (
        "99999999999999.99 --people 3",
        "AMOUNT 99999999999999.99: too large; the maximum is 999999999999.99."
    ),
    ("95.00 --people 3 --decimals 1", "--decimals takes 0, 2 or 3, not 1."),
    ("95.00 --people 1001", "--people takes a whole number from 1 to 1000, not 1001."),
    ("95.00 --people -3", "--people takes a whole number from 1 to 1000, not -3."),
    (
        "95.00 --weights 2:x",
        "--weights takes whole numbers from 0 to 999999999999, separated by colons, such as 2:3:3, not 2:x."
    ),
    (
        "95.00 --weights 9999999999999",
        "--weights 9999999999999: too large; the maximum is 999999999999."
    ),
    ("95.00 --percents 60:41", "The percentages add up to more than 100."),
    ("95.00 --weights 0:0", "All weights are 0; at least one must be greater."),
    ("95.00 --people 3 --tip 20%", "--tip 20%: not a number; write a percentage like 20 or 12.5."),
    ("95.00 --people 3 --tip 0.12345", "--tip 0.12345: more than 4 decimals."),
    ("95.00 --people 3 --tip -5", "--tip -5: out of range; a tip is from 0 to 1000 percent."),
    ("95.00 --people 3 --tip-on tax", "--tip-on takes pretax or total, not tax."),
    (
        "95.00 --people 3 --tax 96.00",
        "The tax is part of the amount: it must be between 0 and the amount."
    ),
    ("--items 1.00,,2.00", "--items : not a number; write an amount like 95.00."),
    (
        "--items 9.00,-1.00",
        "The items of person 2 and the total have different signs. Give a discount to people with larger items."
    ),
    ("50.00 --items 42.00,33.00", "50.00 is less than the sum of the items and the tax."),
    (
        "--items 1.00,2.00 --owners 1",
        "--owners covers 1 of 2 items; cover all, such as 1,1+2,none."
    ),
    ("--items 1.00 --owners 0", "--owners takes numbers of people, such as 1,1+2,none, not 0."),
    (
        "--items 1.00,2.00 --people 1",
        "Item 2 belongs to person 2, but --people is 1. Assign items with --owners, such as 1,1+2,none."
    ),
    ("95.00 --people 1 --paid 1.00,2.00", "--paid lists more payments than there are people (1)."),
    ("--people 3", "No amount given. Example: calcroom split 95.00 --people 3"),
    ("95.00", "Say how to split: --people 3, --weights 2:3:3 or --percents 50:30:20."),
    ("95.00 3", "Unexpected argument 3; split takes one amount."),
    ("1.00 --people 1 --weights 1", "--people and --weights exclude each other; give only one."),
    ("--items 1.00 --percents 50:50", "--percents and --items exclude each other; give only one."),
    ("1.00 --owners 1", "--owners needs --items: it names the people who share each item."),
])
func `the error for a wrong argument of split names the correct form`(
    arguments: String, message: String
) {
    #expect(throws: CommandError.usage(message)) { try split(arguments[...]) }
}

@Test func `split answers each input line in one line`() throws {
    let input = """
        # a comment
        95.00 --people 3

        9,5 --people 3
        --lines
        10.00 --people=2
        """
    let result = try Program.run("split --lines", input: input)
    #expect(
        result.lines == [
            "31.67\t31.67\t31.66\ttotal 95.00",
            "error: AMOUNT 9,5: not a number; write an amount like 95.00.",
            "error: No amount given. Example: calcroom split 95.00 --people 3",
            "5.00\t5.00\ttotal 10.00",
        ])
    #expect(result.status == 0)
}

@Test func `the option --lines takes no other arguments`() throws {
    let result = try Program.run("split --lines --tip 20", input: "95.00 --people 3\n")
    let message = "calcroom: --lines takes no other arguments; give them in the input lines.\n"
    #expect(result == .init(output: "", errorOutput: message, status: 2))
}
