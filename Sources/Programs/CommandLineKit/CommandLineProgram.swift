import Glibc

/// A program that consists of commands. Its first argument names the command to run.
///
/// ```
/// CommandLineProgram(name: "greet", summary: "Greets people.", commands: [.hello]).main()
/// ```
public struct CommandLineProgram: Sendable {
    public let name: String
    /// The first line of the help.
    public let summary: String
    /// In the order in which the help lists them.
    public let commands: [Command]
    /// Returns the output of `--version`; nil if the program does not have this option.
    public let version: (@Sendable () -> String)?

    public init(
        name: String, summary: String, commands: [Command],
        version: (@Sendable () -> String)? = nil
    ) {
        self.name = name
        self.summary = summary
        self.commands = commands
        self.version = version
    }

    /// Runs the command that the arguments of the process name. If it fails, prints the error and exits with
    /// its status.
    public func main() {
        do throws(CommandError) {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            StandardStreams.printError("\(name): \(error.message)")
            exit(error.status)
        }
    }

    private func run(_ arguments: [String]) throws(CommandError) {
        guard let first = arguments.first else {
            throw .usage("No command given.\n\n\(overview)")
        }
        let rest = Array(arguments.dropFirst())
        if Self.isHelp(first) || first == "help" { return try printHelp(rest) }
        if first == "--version", let version { return print(version()) }
        let command = try command(named: first)
        if rest.contains(where: Self.isHelp) { return print(help(for: command)) }
        try command.run(Arguments(rest, for: command, of: name))
    }

    private func command(named text: String) throws(CommandError) -> Command {
        if let command = commands.first(where: { $0.name == text }) { return command }
        let nearest = Spelling.nearest(to: text, among: commands.map(\.name) + ["help"])
        let hint = Spelling.suggestion(nearest, otherwise: "See `\(name) help`")
        throw .usage("Unknown command \(text). \(hint)")
    }

    private static func isHelp(_ text: String) -> Bool {
        text == "--help" || text == "-h"
    }
}

/// The help texts.
extension CommandLineProgram {
    private func printHelp(_ names: [String]) throws(CommandError) {
        guard let first = names.first else { return print(overview) }
        print(help(for: try command(named: first)))
    }

    private var overview: String {
        """
        \(summary)

        \(Self.columns(commands.map { (usage($0), $0.summary) }))

        \(name) help COMMAND describes a command and its options.\(versionHelp)
        """
    }

    private var versionHelp: String {
        version == nil ? "" : "\n\(name) --version prints the version."
    }

    private func help(for command: Command) -> String {
        """
        \(usage(command))

        \(command.summary)

        \(Self.columns(command.options.map { ($0.usage, $0.summary) }))

        \(command.details)
        """
    }

    /// `calcroom type [FILE] [options]`
    private func usage(_ command: Command) -> String {
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        return "\(name) \(command.name)\(operands)\(command.options.isEmpty ? "" : " [options]")"
    }

    private static func columns(_ rows: [(name: String, summary: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            let padding = String(repeating: " ", count: width - row.name.count)
            return "  \(row.name)\(padding)  \(row.summary)"
        }.joined(separator: "\n")
    }
}
