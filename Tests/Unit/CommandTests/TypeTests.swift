import Foundation
import Testing

@Test func `each line starts with a new calculator`() throws {
    let input = "5 + 3 =\n\n# a comment\n   \n+ 1 =\n\t7   *\t6 =\n1 / 0 =\n1 + 2 = ="
    let result = try Program.run("type --keypad standard", input: input)
    #expect(result.lines == ["8", "1", "42", "error:divisionByZero", "5"])
}

@Test(arguments: [
    ("1 / 0 =", "error:divisionByZero"), ("0 / 0 =", "error:undefined"),
    ("ln 0 =", "error:invalidInput"), ("9 9 9 9 fact =", "error:overflow"),
    ("2 + =", "error:syntax"), ("1 EE 4 0 =", "1e+40"),
    ("1 / 3 =", "0.33333333333333333333333333333333"), ("1 / 6 = form form", "0.1(6)"),
    ("5 * pi / 6 = form", "5π/6"),
])
func `errors have names and numbers are canonical`(keys: String, display: String) throws {
    let result = try Program.run("type --keypad scientific", input: keys)
    #expect(result == .init(output: "\(display)\n", errorOutput: "", status: 0))
}

@Test func `type reads keys from a file`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("1 2\n3 +\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try Program.run("type \(file.path) --keypad chain")
    #expect(result.lines == ["12", "3"])
}

@Test func `a trace has a line for every key`() throws {
    let result = try Program.run("type --trace --keypad standard", input: "2 + 3 = =\n7\n")
    #expect(
        result.output == """
            2\t2\t\t
            +\t2\t2 +\t
            3\t3\t2 +\t
            =\t5\t2 + 3\t
            =\t8\t5 + 3\trepeated + 3

            7\t7\t\t


            """)
}

@Test(arguments: [
    ("sine", "Did you mean sin or asin?"), ("SIN", "Did you mean sin?"),
    ("tpi20", "Did you mean tip20"), ("×", "Did you mean *?"), ("÷", "Did you mean /?"),
    ("12", "Did you mean 1 2, with spaces between the keys?"),
    ("2+3=", "Did you mean 2 + 3 =, with spaces between the keys?"),
    ("frobnicate", "For all keys, see `calcroom help type`."),
])
func `the error for an unknown key suggests similar keys`(key: String, hint: String) throws {
    let result = try Program.run("type", input: "1 + 1 =\n\n1 \(key) 2\n")
    #expect(result.output == "2\n")
    #expect(result.status == 2)
    #expect(
        result.errorOutput.hasPrefix("calcroom: Line 3: unknown key \(key). \(hint)"),
        "\(result.errorOutput)")
}

@Test func `a long unknown key is shortened in the error`() throws {
    let result = try Program.run("type", input: String(repeating: "1", count: 5_000))
    #expect(result.errorOutput.hasPrefix("calcroom: Line 1: unknown key 1111"))
    #expect(result.errorOutput.utf8.count < 200 && result.errorOutput.contains("…"))
}

@Test func `the help of type lists all keys`() throws {
    let words = try Program.run("help type").output.split { $0 == " " || $0 == "\n" }
    for key in ["0", "9", ".", "+", "-", "*", "/", "=", "neg", "root", "EE", "M+", "tip20"] {
        #expect(words.contains(Substring(key)), "\(key)")
    }
}

@Test(arguments: [
    ("type --keypad scientfic", "Unknown keypad scientfic. Did you mean scientific?"),
    ("type /nowhere/keys", "Cannot read /nowhere/keys: No such file or directory."),
    ("type /", "Cannot read /: Is a directory."),
    ("type one two", "Unexpected argument two; type reads one file."),
])
func `an unknown keypad or unreadable file is an error`(arguments: String, message: String) throws {
    let result = try Program.run(arguments)
    #expect(result == .init(output: "", errorOutput: "calcroom: \(message)\n", status: 2))
}

@Test func `the default keypad is formula`() throws {
    let result = try Program.run("type", input: "2 + 3 * 4 =\n1 / 3 =\n")
    #expect(result.lines == ["14", "0.333333"])
}
