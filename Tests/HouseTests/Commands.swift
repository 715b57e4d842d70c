@testable import calcroom

/// The commands in the documents: `calcroom split 95.00 --people 3`, `Scripts/test --browsers all`.
enum Commands {
    /// Named where a rule says what becomes of a command that is not there.
    private static let mistaken = ["spilt"]
    /// Scripts that hand their options on.
    private static let passedOn = ["Scripts/serve": "serve", "Scripts/simulate": "simulate"]

    /// What is no command, or no option of it, in a span or a line of code.
    static func violations(in code: String) -> [String] {
        var words = code.split(separator: " ")[...]
        while ["$", "sudo"].contains(words.first) { words.removeFirst() }
        return words.split(whereSeparator: { ["|", "&&"].contains($0) }).flatMap { words in
            let options = words.prefix { !$0.hasPrefix(">") }.compactMap(option)
            guard let program = words.first.map(String.init) else { return [String]() }
            if program.hasPrefix("--") {
                return options.filter { !anywhere.contains($0) }.map { "\(code): --\($0)" }
            }
            guard let known = knownOptions(of: program, words.dropFirst().first) else {
                return isOurs(program) ? [code] : []
            }
            return options.filter { !known.contains($0) }.map { "\(code): --\($0)" }
        }
    }

    /// `tip` of `--tip=20`, or nil.
    private static func option(_ word: Substring) -> String? {
        guard word.hasPrefix("--") else { return nil }
        return String(word.dropFirst(2).prefix { $0.isLetter || $0 == "-" })
    }

    private static func isOurs(_ program: String) -> Bool {
        program == "calcroom" || program.hasSuffix("/calcroom") || program.hasPrefix("Scripts/")
    }

    /// The options of a script or a command of ours; nil if it is none.
    private static func knownOptions(of program: String, _ operand: Substring?) -> [String]? {
        guard isOurs(program) else { return nil }
        if program.hasPrefix("Scripts/") {
            let own = scripts.first { $0.path == program }?.options
            return own.map { $0 + options(of: passedOn[program] ?? "") }
        }
        guard let name = operand.map(String.init), name.contains(where: \.isLowercase),
            !mistaken.contains(name), name != "help", !name.hasPrefix("--")
        else { return ["help"] }
        return CommandTable.commands.contains { $0.name == name } ? options(of: name) : nil
    }

    private static func options(of command: String) -> [String] {
        let found = CommandTable.commands.first { $0.name == command }
        return found.map { $0.options.map(\.name) + ["help"] } ?? []
    }

    private static let anywhere =
        CommandTable.commands.flatMap { $0.options.map(\.name) } + ["help"]
        + scripts.flatMap(\.options)

    /// All scripts, with every `--word` in them and in the folder that belongs to them.
    private static let scripts: [(path: String, options: [String])] = {
        let names = (try? Checkout.names(in: "Scripts")) ?? []
        return names.filter { !$0.contains(".") && $0 != "lib" }.map { name in
            let parts = (try? Checkout.files(in: "Scripts/\(name).d", suffix: ".py")) ?? []
            let text = ((try? [Checkout.file("Scripts/\(name)")]) ?? []) + parts
            return ("Scripts/\(name)", text.flatMap { words(in: $0.text) })
        }
    }()

    private static func words(in script: String) -> [String] {
        script.matches(of: /--([a-z][a-z-]*)/).map { String($0.1) }
    }
}
