import Foundation
import Testing

/// The rows of the engine's cases: the arguments, a tab, the shares.
private func cases() throws -> [(arguments: String, shares: String)] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "CalculatorEngineTests/Cases/split.tsv")
    return try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n")
        .filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: "\t") }
        .map { (String($0[0]), String($0[1])) }
}

/// The shares among lines, and what is unassigned, as the cases write them.
private func shares(_ lines: [String]) -> String {
    lines.filter { !$0.hasPrefix("total ") }.joined(separator: " ")
}

@Test func `C10 split prints one share a line and the total`() throws {
    let result = try Program.run("split 95.00 --people 3")
    #expect(result == .init(output: "31.67\n31.67\n31.66\ntotal 95.00\n", complaint: "", status: 0))
}

@Test func `C10 all cases come out as written`() throws {
    let rows = try cases()
    #expect(rows.count >= 31)
    for row in rows {
        let result = try Program.run("split \(row.arguments)")
        #expect(shares(result.lines) == row.shares, "\(row.arguments): \(result.complaint)")
        #expect(result.status == 0)
    }
}

@Test func `C11 what is unassigned stands behind the total`() throws {
    let result = try Program.run("split 108.80 --items 42.00,33.00 --tax 8.80 --tip 10")
    #expect(result.lines == ["50.27", "39.49", "total 119.68", "unassigned 29.92"])
}

@Test func `C10 C11 percentages are of the whole, and what they leave is unassigned`() throws {
    let whole = try Program.run("split 95.00 --percents 50:30:20 --tip 10")
    #expect(whole.lines == ["52.25", "31.35", "20.90", "total 104.50"])
    let part = try Program.run("split 95.00 --percents 50:30:10")
    #expect(part.lines == ["47.50", "28.50", "9.50", "total 95.00", "unassigned 9.50"])
}

@Test func `C12 owners are numbers from 1, and shared items are shared`() throws {
    let result = try Program.run("split --items 9.00,4.00,2.00 --owners 1,1+2,none")
    #expect(result.lines == ["11.00", "2.00", "total 15.00", "unassigned 2.00"])
}

@Test func `C13 with what was paid comes who owes whom`() throws {
    let paid = try Program.run("split 100.00 --people 3 --paid 0,60.00,20.00")
    #expect(
        paid.lines == [
            "33.34", "33.33", "33.33", "total 100.00", "1 owes 2 26.67", "3 owes till 13.33",
            "1 owes till 6.67",
        ])
    let open = try Program.run("split --items 5.00,7.00 --owners 1,none --paid 12.00")
    #expect(open.lines.last == "unassigned owes 1 7.00")
}

@Test(arguments: [
    ("9,50 --people 3", "AMOUNT 9,50: not a number; an amount is written like 95.00."),
    ("1e2 --people 3", "AMOUNT 1e2: not a number; an amount is written like 95.00."),
    ("x --people 3 --decimals 0", "AMOUNT x: not a number; an amount is written like 95."),
    (
        "9.555 --people 3",
        "AMOUNT 9.555: more than 2 decimals; --decimals 0, 2 or 3 says what the currency has."
    ),
    (
        "95.00 --people 3 --decimals 0",
        "AMOUNT 95.00: more than 0 decimals; --decimals 0, 2 or 3 says what the currency has."
    ),
    (
        "99999999999999.99 --people 3",
        "AMOUNT 99999999999999.99: too large; an amount is at most 9999999999999.99."
    ),
    ("95.00 --people 3 --decimals 1", "--decimals 1: a currency has 0, 2 or 3."),
    ("95.00 --people 0", "--people 0: a whole number from 1 to 1000 is right."),
    ("95.00 --people 1001", "--people 1001: a whole number from 1 to 1000 is right."),
    ("95.00 --people -3", "--people -3: a whole number from 1 to 1000 is right."),
    ("95.00 --people 2.5", "--people 2.5: a whole number from 1 to 1000 is right."),
    (
        "95.00 --weights 2:x",
        "--weights 2:x: whole numbers from 0 to 999999999999 with colons are right, as 2:3:3."
    ),
    (
        "95.00 --weights 9999999999999",
        "--weights 9999999999999: too large; a weight is a whole number from 0 to 999999999999."
    ),
    (
        "95.00 --percents 50:.5",
        "--percents 50:.5: whole numbers from 0 to 999999999999 with colons are right, as 50:30:20."
    ),
    ("95.00 --percents 60:41", "The percentages come to more than 100."),
    ("95.00 --weights 0:0", "All weights are 0; somebody must bear the bill."),
    ("95.00 --people 3 --tip 20%", "--tip 20%: not a number; percent are written like 20 or 12.5."),
    ("95.00 --people 3 --tip 0.12345", "--tip 0.12345: more than 4 decimals."),
    ("95.00 --people 3 --tip -5", "--tip -5: a tip is from 0 to 1000 percent."),
    ("95.00 --people 3 --tip-on tax", "--tip-on tax: a tip is taken on pretax or on total."),
    ("95.00 --people 3 --tax 7,00", "--tax 7,00: not a number; an amount is written like 95.00."),
    (
        "95.00 --people 3 --tax 96.00",
        "The tax is part of the amount: it lies between 0 and the amount, with the same sign."
    ),
    ("--items 1.00,,2.00", "--items : not a number; an amount is written like 95.00."),
    (
        "--items 9.00,-1.00",
        "What person 2 had and the total have different signs; a discount is for those who had more."
    ),
    ("50.00 --items 42.00,33.00", "50.00 is less than the items and the tax come to."),
    (
        "--items 1.00,2.00 --owners 1",
        "--owners names 1 of 2 items; name all, as 1,1+2,none."
    ),
    ("--items 1.00 --owners 0", "--owners 0: people are numbers from 1, as in 1,1+2,none."),
    (
        "--items 1.00,2.00 --people 1",
        "Item 2 is of person 2, but --people is 1; --owners says whose an item is, as 1,1+2,none."
    ),
    ("95.00 --people 1 --paid 1.00,2.00", "--paid names more payments than there are people (1)."),
])
func `C14 what is wrong is told with what would be right`(
    arguments: String, complaint: String
) throws {
    let result = try Program.run("split \(arguments)")
    #expect(result == .init(output: "", complaint: "calcroom: \(complaint)\n", status: 2))
}

@Test(arguments: [
    ("", "Say how much: calcroom split 95.00 --people 3"),
    ("--people 3", "Say how much: calcroom split 95.00 --people 3"),
    ("95.00", "Say between whom: --people 3, --weights 2:3:3 or --percents 50:30:20."),
    ("95.00 3", "3 is too much; split takes one amount, 95.00."),
    (
        "95.00 --people 3 --weights 1:2:3",
        "--people or --weights: each says how many people there are."
    ),
    (
        "95.00 --weights 1:2:3 --percents 50:30:20",
        "--weights or --percents: each says how many people there are."
    ),
    (
        "--items 1.00 --percents 50:50",
        "--percents or --items: the items already say how much each person bears."
    ),
    (
        "--items 1.00 --weights 1:2",
        "--weights or --items: the items already say how much each person bears."
    ),
    (
        "95.00 --people 3 --owners 1,2",
        "--owners says who shares each of --items; without these it means nothing."
    ),
])
func `C15 a bill has an amount or items, and one way to split`(
    arguments: String, complaint: String
) throws {
    let result = try Program.run("split \(arguments)")
    #expect(result == .init(output: "", complaint: "calcroom: \(complaint)\n", status: 2))
}

@Test func `C16 many bills are answered a line each`() throws {
    let input = """
        # a comment
        95.00 --people 3

        --items 5.00,7.00 --owners 1,none
        9,5 --people 3
        10.00 --people=2
        """
    let result = try Program.run("split --lines", input: input)
    #expect(
        result.lines == [
            "31.67\t31.67\t31.66\ttotal 95.00",
            "5.00\ttotal 12.00\tunassigned 7.00",
            "error: AMOUNT 9,5: not a number; an amount is written like 95.00.",
            "5.00\t5.00\ttotal 10.00",
        ])
    #expect(result.status == 0)
}

@Test func `C16 in the lines stand all the options`() throws {
    let result = try Program.run("split --lines --tip 20", input: "95.00 --people 3\n")
    #expect(result.status == 2)
    #expect(
        result.complaint
            == "calcroom: --lines stands alone: the other options stand in the lines.\n")
    #expect(try Program.run("split --lines", input: "--lines\n").output.hasPrefix("error: "))
}
