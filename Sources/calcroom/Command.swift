/// One command of the program. A new command is one file with such a value and one row in
/// `CommandTable`; its help, its errors and what it accepts all follow from the value.
struct Command: Sendable {
    let name: String
    /// What stands behind the name, for the reader of the help: `[FILE]`.
    let operands: String
    /// One line for the list of commands.
    let summary: String
    /// What else the reader should know, with examples.
    let details: String
    let options: [CommandOption]
    let run: @Sendable (Arguments) throws(CommandError) -> Void
}

/// `--name VALUE`, or `--name` alone for an option that is only there or not.
struct CommandOption: Equatable, Sendable {
    let name: String
    let value: String?
    let summary: String

    /// How it is written: `--tip PERCENT`.
    var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}

/// Why a command stopped, in a line that says what would be right.
struct CommandError: Error, Equatable {
    let message: String
    let status: Int32

    /// What was asked for cannot be asked for.
    static func usage(_ message: String) -> CommandError {
        CommandError(message: message, status: 2)
    }

    /// What was asked for did not work out.
    static func failed(_ message: String) -> CommandError {
        CommandError(message: message, status: 1)
    }
}
