import Foundation
import Testing

/// A command of a document with what it is said to print: `$ echo '1 + 1 =' | calcroom type`.
private struct ShownCommand {
    let line: String
    let input: String
    let arguments: String
    var output: [String] = []

    /// A line that begins with `$`, or nil.
    init?(_ line: Substring) {
        guard line.hasPrefix("$ ") else { return nil }
        let parts = line.dropFirst(2).components(separatedBy: "calcroom ")
        guard parts.count == 2 else { return nil }
        self.line = String(line)
        arguments = parts[1]
        let quoted = parts[0].split(separator: "'")
        input = quoted.count > 1 ? "\(quoted[1])\n" : ""
    }

    /// Those in blocks of the kind `console`.
    static func all(in document: String) -> [ShownCommand] {
        var commands: [ShownCommand] = []
        for block in document.components(separatedBy: "```console\n").dropFirst() {
            let lines = block.components(separatedBy: "\n```")[0]
            for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
                if let command = ShownCommand(line) {
                    commands.append(command)
                } else if !commands.isEmpty {
                    commands[commands.count - 1].output.append(String(line))
                }
            }
        }
        return commands
    }
}

@Test func `H6 the tour in the shell shows what the command prints`() throws {
    let commands = ShownCommand.all(in: try Checkout.text(of: "docs/SHELL.md"))
    #expect(commands.count >= 8, "the tour has lost its examples")
    for command in commands {
        let result = try Program.run(command.arguments, input: command.input)
        let expected = command.output.joined(separator: "\n") + "\n"
        #expect(result.output == expected, "\(command.line)")
    }
}

@Test func `H6 the README shows what keys lead to`() throws {
    let examples = try Checkout.text(of: "README.md").matches(of: /`([a-z]+): ([^`]+)` → `([^`]+)`/)
    #expect(examples.count >= 5)
    for example in examples {
        let result = try Program.run("type --keypad \(example.1)", input: "\(example.2)\n")
        #expect(result.output == "\(example.3)\n", "\(example.0)")
    }
}

@Test func `H6 the README shows what each keypad makes of the same keys`() throws {
    let lines = try Checkout.text(of: "README.md").split(separator: "\n")
    let heading = try #require(lines.firstIndex { $0.hasPrefix("| keypad |") })
    let cells = lines[heading...].prefix { $0.hasPrefix("|") }.map { line in
        line.split(separator: "|").map { $0.filter { $0 != "`" } }
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(cells.count == 8)
    for cells in cells.dropFirst(2) {
        let result = try Program.run("type --keypad \(cells[0])", input: "\(lines[heading].keys)\n")
        #expect(result.output == "\(cells[2])\n", "\(cells[0])")
    }
}

extension Substring {
    /// The keys in a table's heading, which are its last code.
    fileprivate var keys: Substring { split(separator: "`").dropLast().last ?? "" }
}
