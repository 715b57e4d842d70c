import Foundation
import Testing

/// A command of the README with what it is said to print: `$ echo '1 + 1 =' | calcroom type`.
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
}

private func shownCommands() throws -> [ShownCommand] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    var commands: [ShownCommand] = []
    for block in readme.components(separatedBy: "```console\n").dropFirst() {
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

@Test func `H6 the README shows what the command prints`() throws {
    let commands = try shownCommands()
    #expect(commands.count >= 8, "the README has lost its examples")
    for command in commands {
        let result = try Program.run(command.arguments, input: command.input)
        let expected = command.output.joined(separator: "\n") + "\n"
        #expect(result.output == expected, "\(command.line)")
    }
}
