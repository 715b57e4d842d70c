/// One command of a program. Its help, its error messages and the arguments that it accepts follow from
/// this value.
public struct Command: Sendable {
    public let name: String
    /// The operands as the help shows them: `[FILE]`.
    public let operands: String
    /// One line for the list of commands.
    public let summary: String
    /// More about the command, with examples.
    public let details: String
    public let options: [CommandOption]
    public let run: @Sendable (Arguments) throws(CommandError) -> Void

    public init(
        name: String, operands: String, summary: String, details: String,
        options: [CommandOption],
        run: @escaping @Sendable (Arguments) throws(CommandError) -> Void
    ) {
        self.name = name
        self.operands = operands
        self.summary = summary
        self.details = details
        self.options = options
        self.run = run
    }
}

/// `--name VALUE`, or `--name` alone for a switch.
public struct CommandOption: Equatable, Sendable {
    public let name: String
    /// The placeholder of the value; nil for a switch.
    public let value: String?
    public let summary: String
    /// True if the option may be given several times. Its values are then joined by commas.
    public let isRepeatable: Bool

    public init(name: String, value: String?, summary: String, isRepeatable: Bool = false) {
        self.name = name
        self.value = value
        self.summary = summary
        self.isRepeatable = isRepeatable
    }

    /// The option as a user types it: `--tip PERCENT`.
    public var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }
}

/// A failed command: a message for the user and the exit status.
public struct CommandError: Error, Equatable {
    public let message: String
    public let status: Int32

    /// The arguments are wrong. The message says which ones are right.
    public static func usage(_ message: String) -> CommandError {
        CommandError(message: message, status: 2)
    }

    /// The arguments are right, but the command did not succeed.
    public static func failed(_ message: String) -> CommandError {
        CommandError(message: message, status: 1)
    }
}
