import Testing

@testable import ExactNumbers
@testable import GoldenPlayer

/// The forms of the result of these operations, such as `decimal 0.5 | fraction 1/2`.
private func forms(_ line: String) -> [String] {
    String(decoding: FormPlayer.answer(to: Array(line.utf8)), as: UTF8.self)
        .split(separator: " | ").map(String.init)
}

private func form(_ name: String, of line: String) -> String? {
    forms(line).first { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
}

private let zeros = String(repeating: "0", count: 63)
private let sixes = String(repeating: "6", count: 62)

@Test(arguments: [
    ("0", ["decimal 0"]),
    ("5", ["decimal 5"]),
    ("-12", ["decimal -12", "scientific -1.2e+1"]),
    ("0.75", ["decimal 0.75", "fraction 3/4", "scientific 7.5e-1"]),
    ("-3.5", ["decimal -3.5", "fraction -7/2", "mixed -3 1/2"]),
    ("1 0 /", ["error:divisionByZero"]),
])
func `a number has the forms that say something about it`(line: String, expected: [String]) {
    #expect(forms(line) == expected)
}

@Test(arguments: [
    ("1 3 /", "0.(3)"), ("1 6 /", "0.1(6)"), ("-85 7 /", "-12.(142857)"), ("1 12 /", "0.08(3)"),
    ("1 7 /", "0.(142857)"), ("22 7 /", "3.(142857)"), ("1 9 /", "0.(1)"), ("100 99 /", "1.(01)"),
    ("1 3000 /", "0.000(3)"), ("10 3 /", "3.(3)"), ("1 4 /", nil), ("7", nil), ("pi 3 /", nil),
    ("2 sqrt", nil),
])
func `digits that recur are in parentheses`(line: String, expected: String?) {
    #expect(form("recurring", of: line) == expected)
}

@Test func `a recurring decimal has at most 64 leading digits and 60 in its period`() {
    #expect(form("recurring", of: "1 61 /")?.count == "0.()".count + 60)
    #expect(form("recurring", of: "1 97 /") == nil)
    #expect(form("recurring", of: "1e-63 3 /") == "0.\(zeros)(3)")
    #expect(form("recurring", of: "1e-64 3 /") == nil)
    let threes = String(repeating: "3", count: 64)
    #expect(form("recurring", of: "1e64 3 /") == "\(threes).(3)")
    #expect(form("recurring", of: "1e65 3 /") == nil)
    #expect(form("recurring", of: "1e63 6 /") == "1\(sixes).(6)")
    #expect(form("recurring", of: "1e4000 3 /") == nil)
    #expect(form("recurring", of: "1 3 1000 pow /") == nil)
    // 2^63 and 2^64 delay the period by 63 and 64 places.
    #expect(form("recurring", of: "1 2 63 pow 3 * /")?.hasSuffix("(6)") == true)
    #expect(form("recurring", of: "1 2 64 pow 3 * /") == nil)
}

@Test func `the recurring decimals of small denominators agree with long division`() {
    for denominator in 2...300 {
        for numerator in [1, denominator - 1, denominator + 1, 1_000 * denominator + 7] {
            let line = "\(numerator) \(denominator) /"
            #expect(form("recurring", of: line) == longDivision(numerator, denominator), "\(line)")
        }
    }
}

/// Divides digit by digit until a remainder comes back.
private func longDivision(_ numerator: Int, _ denominator: Int) -> String? {
    var rest = numerator % denominator
    var digits = ""
    var places: [Int: Int] = [:]
    while rest > 0 && places[rest] == nil {
        places[rest] = digits.count
        digits += "\(rest * 10 / denominator)"
        rest = rest * 10 % denominator
    }
    guard let start = places[rest], digits.count - start <= 60 else { return nil }
    return "\(numerator / denominator).\(digits.prefix(start))(\(digits.dropFirst(start)))"
}

@Test(arguments: [
    ("pi", "π"), ("pi neg", "-π"), ("pi 2 *", "2π"), ("pi 6 /", "π/6"), ("pi 5 * -6 /", "-5π/6"),
    ("3", nil), ("pi 1 +", nil), ("pi 1e33 /", nil),
])
func `multiples of π are named`(line: String, expected: String?) {
    #expect(form("pi", of: line) == expected)
}

@Test func `fractions have at most 32 digits above and below`() {
    let nines = String(repeating: "9", count: 32)
    #expect(form("fraction", of: "1 \(nines) /") == "1/\(nines)")
    #expect(form("mixed", of: "\(nines) 2 /") == "4\(nines.dropFirst()) 1/2")
    #expect(form("fraction", of: "1 \(nines)7 /") == nil)
    #expect(form("fraction", of: "\(nines)7 2 /") == nil)
    #expect(form("mixed", of: "\(nines)7 2 /") == nil)
}

private let decimals: [(line: String, decimal: String?, scientific: String?)] = [
    ("1.25e-7", "0.000000125", "1.25e-7"),
    ("6.02e23", "602000000000000000000000", "6.02e+23"),
    ("1e63", "1\(zeros)", "1e+63"),
    ("1e64", nil, "1e+64"),
    ("1e-64", "0.\(zeros)1", "1e-64"),
    ("1e-65", nil, "1e-65"),
    ("1e5000", nil, "1e+5000"),
    ("1e5000 1 +", nil, "~1e+5000"),
    ("2 3 /", "~0.6\(sixes)7", "~6.\(sixes)7e-1"),
    ("1 1e70 inv +", "~1", nil),
]

@Test(arguments: decimals)
func `decimals with 64 digits say whether they are exact`(
    line: String, decimal: String?, scientific: String?
) {
    #expect(form("decimal", of: line) == decimal)
    #expect(form("scientific", of: line) == scientific)
}

@Test(arguments: [
    ("0.5", true), ("1 3 /", false), ("2 sqrt", false), ("4 sqrt", true), ("1e-9", true),
    ("1.0000004", false), ("0.0000001", true), ("1234567890123456", true),
    ("123456789012345678", false), ("pi", false),
    ("1e20 1 +", false), ("-2.25", true), ("0", true),
])
func `a format says whether it rounds`(line: String, isExact: Bool) throws {
    var work = Work(limit: 1_000_000)
    let number = try NumberStack.result(of: Array(line.utf8), &work)
    #expect(NumberFormat(.decimals(6), placesMax: 16).rounded(number).isExact == isExact)
}
