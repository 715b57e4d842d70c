import Glibc

/// The program. Its first argument names a command, see `CommandTable`.
@main
enum Calcroom {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(CommandError) {
            try run(arguments)
        } catch {
            StandardStreams.complain("calcroom: \(error.message)")
            exit(error.status)
        }
    }

    private static func run(_ arguments: [String]) throws(CommandError) {
        guard let name = arguments.first else {
            throw .usage("Say which command.\n\n\(Help.overview)")
        }
        let rest = Array(arguments.dropFirst())
        if isHelp(name) || name == "help" { return try help(rest) }
        let command = try CommandTable.command(named: name)
        if rest.contains(where: isHelp) { return print(Help.text(for: command)) }
        try command.run(Arguments(rest, for: command))
    }

    private static func isHelp(_ text: String) -> Bool {
        text == "--help" || text == "-h"
    }

    private static func help(_ names: [String]) throws(CommandError) {
        guard let name = names.first else { return print(Help.overview) }
        print(Help.text(for: try CommandTable.command(named: name)))
    }
}
