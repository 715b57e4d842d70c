import Foundation
import Testing

@Test(arguments: [
    ("standard", "20"), ("scientific", "14"), ("formula", "14"), ("simple", "20"),
    ("chain", "20"), ("tip", "20.00"),
])
func `C20 each keypad shows what it shows`(keypad: String, display: String) throws {
    let result = try Program.run("type --keypad \(keypad)", input: "2 + 3 * 4 =\n")
    #expect(result == .init(output: "\(display)\n", complaint: "", status: 0))
}

@Test func `C20 each line begins on a new calculator`() throws {
    let input = "5 + 3 =\n\n# a comment\n   \n+ 1 =\n\t7   *\t6 =\n1 / 0 =\n1 + 2 = ="
    let result = try Program.run("type --keypad standard", input: input)
    #expect(result.lines == ["8", "1", "42", "error:divisionByZero", "5"])
}

@Test(arguments: [
    ("1 / 0 =", "error:divisionByZero"), ("0 / 0 =", "error:undefined"),
    ("ln 0 =", "error:invalidInput"), ("9 9 9 9 fact =", "error:overflow"),
    ("2 + =", "error:syntax"), ("1 EE 4 0 =", "1e+40"),
    ("1 / 3 =", "0.33333333333333333333333333333333"),
])
func `C20 errors have names and numbers are canonical`(keys: String, display: String) throws {
    let result = try Program.run("type --keypad scientific", input: keys)
    #expect(result == .init(output: "\(display)\n", complaint: "", status: 0))
}

@Test func `C20 keys may come from a file`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("1 2\n3 +\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try Program.run("type \(file.path) --keypad chain")
    #expect(result.lines == ["12", "3"])
}

@Test func `C21 a trace has a line for every key`() throws {
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
    ("12", "Did you mean 1 2, with blanks between the keys?"),
    ("2+3=", "Did you mean 2 + 3 =, with blanks between the keys?"),
    ("frobnicate", "All keys are listed by: calcroom help type."),
])
func `C22 an unknown key is told with the nearest`(key: String, hint: String) throws {
    let result = try Program.run("type", input: "1 + 1 =\n\n1 \(key) 2\n")
    #expect(result.output == "2\n")
    #expect(result.status == 2)
    #expect(
        result.complaint.hasPrefix("calcroom: Line 3: there is no key \(key). \(hint)"),
        "\(result.complaint)")
}

@Test func `C22 the help lists all keys`() throws {
    let words = try Program.run("help type").output.split { $0 == " " || $0 == "\n" }
    for key in ["0", "9", ".", "+", "-", "*", "/", "=", "neg", "root", "EE", "M+", "tip20"] {
        #expect(words.contains(Substring(key)), "\(key)")
    }
}

@Test(arguments: [
    ("type --keypad scientfic", "There is no keypad scientfic. Did you mean scientific?"),
    ("type /nowhere/keys", "/nowhere/keys cannot be read: No such file or directory."),
    ("type /", "/ cannot be read: Is a directory."),
    ("type one two", "two is too much; type reads one file."),
])
func `C23 what cannot be typed on or read is told`(arguments: String, complaint: String) throws {
    let result = try Program.run(arguments)
    #expect(result == .init(output: "", complaint: "calcroom: \(complaint)\n", status: 2))
}

@Test func `C23 where no keypad is near all are told`() throws {
    let result = try Program.run("type --keypad abacus")
    let beginning = "calcroom: There is no keypad abacus. There are: formula, scientific, "
    #expect(result.complaint.hasPrefix(beginning) && result.status == 2)
}

@Test func `C23 the keypad is formula unless another is named`() throws {
    let result = try Program.run("type", input: "2 + 3 * 4 =\n1 / 3 =\n")
    #expect(result.lines == ["14", "0.333333"])
}
