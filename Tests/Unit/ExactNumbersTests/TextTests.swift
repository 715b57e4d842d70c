import Testing

@testable import ExactNumbers
@testable import GoldenPlayer

private func text(_ number: String, _ format: NumberFormat) throws -> String {
    var work = Work(limit: 1_000_000)
    let tokens = number.split(separator: "/")
    var value = try Number.read(Array(tokens[0].utf8), &work)
    if tokens.count > 1 {
        value = try value.divided(by: Number.read(Array(tokens[1].utf8), &work), &work)
    }
    return String(decoding: format.text(value), as: UTF8.self)
}

private let sixDecimals = NumberFormat(.decimals(6), placesMax: 16)
private let twoDecimals = NumberFormat(.decimals(2), placesMax: 16, keepsZeros: true)

@Test(arguments: ["", "-", ".", "1e", "1e+", "--1", "1.2.3", "0x10", " 1", "1 ", "١", "1,5", "e5"])
func `text that is not a number is rejected`(input: String) {
    var work = Work(limit: 1_000_000)
    #expect(throws: NumberError.invalidInput) { try Number.read(Array(input.utf8), &work) }
}

@Test(arguments: [
    ("-12.5", "-12.5"), (".5", "0.5"), ("7.", "7"), ("007", "7"), ("-0", "0"), ("1e3", "1000"),
    ("1.5e-3", "0.0015"), ("2E3", nil), ("1e+18", "1e+18"), ("0e999999999999", "0"),
])
func `numbers are parsed and formatted`(input: String, output: String?) throws {
    if let output {
        #expect(try text(input, .significant(16)) == output)
    } else {
        #expect(throws: NumberError.invalidInput) { try text(input, .significant(16)) }
    }
}

@Test func `parsing an extreme exponent takes little work`() throws {
    for text in ["1e-9999", "9.9e-9526", "1e9999", "12345678901234567890123456789012e-9999"] {
        var work = Work(limit: 1_000)
        _ = try Number.read(Array(text.utf8), &work)
    }
}

@Test func `a text that is too long is rejected`() {
    var work = Work(limit: 1_000_000)
    let digits = [UInt8](repeating: 57, count: Number.textLengthMax + 1)
    #expect(throws: NumberError.invalidInput) { try Number.read(digits, &work) }
}

@Test(arguments: [
    ("2/3", "0.6666666666666667"), ("1/7", "0.1428571428571429"), ("1e15", "1000000000000000"),
    ("1234567890123456", "1234567890123456"), ("12345678901234565", "1.234567890123457e+16"),
    ("9999999999999999.5", "1e+16"), ("0.000000000001", "0.000000000001"),
    ("-1e18", "-1e+18"), ("0", "0"), ("1/3e10", "0.00000000003333333333333333"),
])
func `significant digits are rounded half away from zero`(
    input: String, output: String
) throws {
    #expect(try text(input, .significant(16)) == output)
}

@Test(arguments: [
    ("1e-16", "0.0000000000000001"), ("1e-17", "1e-17"), ("9.99e-17", "9.99e-17"),
    ("9.9999999999999999e-17", "0.0000000000000001"), ("1e16", "1e+16"),
    ("-2.5e-20", "-2.5e-20"),
])
func `a number is written in full if its first digit is near the point`(
    input: String, output: String
) throws {
    #expect(try text(input, .significant(16)) == output)
}

@Test(arguments: [
    ("1/3", "0.333333"), ("2/3", "0.666667"), ("0.0000005", "0.000001"),
    ("-0.0000005", "-0.000001"),
    ("0.0000004", "4e-7"), ("1/3e9", "3.333333e-10"), ("12", "12"), ("1.5", "1.5"),
    ("1e18", "1e+18"), ("9999999999999999.9999999", "1e+16"), ("-1e-30", "-1e-30"),
])
func `decimals are rounded half away from zero and tiny numbers use an exponent`(
    input: String, output: String
) throws {
    #expect(try text(input, sixDecimals) == output)
}

@Test(arguments: [
    ("10", "10.00"), ("0", "0.00"), ("1.005", "1.01"), ("-1.005", "-1.01"), ("2/3", "0.67"),
    ("0.5", "0.50"), ("1e20", "1e+20"), ("0.001", "1e-3"),
])
func `a format can keep trailing zeros`(input: String, output: String) throws {
    #expect(try text(input, twoDecimals) == output)
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
