/// The parsed arguments of a command: options with their values, and operands.
public struct Arguments: Equatable, Sendable {
    public private(set) var operands: [String] = []
    private var values: [String: String] = [:]

    /// Parses the arguments. Options may come before, between and after operands. A negative number,
    /// such as `-100.00`, is an operand or a value, never an option.
    ///
    /// - Parameter program: The program's name, for error messages.
    public init(
        _ texts: [String], for command: Command, of program: String
    ) throws(CommandError) {
        var rest = texts[...]
        while let text = rest.popFirst() {
            guard Self.isOption(text) else {
                operands.append(text)
                continue
            }
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = try Self.option(String(parts[0]), of: command, program)
            let earlier = values[option.name]
            guard earlier == nil || option.isRepeatable else {
                throw .usage("--\(option.name) is given twice; give it once.")
            }
            let value =
                parts.count > 1
                ? try Self.inlineValue(String(parts[1]), of: option)
                : try Self.value(of: option, from: &rest)
            values[option.name] = earlier.map { "\($0),\(value)" } ?? value
        }
        guard operands.isEmpty || !command.operands.isEmpty else {
            throw .usage("\(command.name) takes only options, not \(operands[0]).")
        }
    }

    /// The value of an option; nil if it is not given.
    public subscript(option: CommandOption) -> String? { values[option.name] }

    public func contains(_ option: CommandOption) -> Bool { values[option.name] != nil }

    /// True if the option is the only argument.
    public func isOnly(_ option: CommandOption) -> Bool {
        operands.isEmpty && values.count == 1 && contains(option)
    }

    private static func isOption(_ text: String) -> Bool {
        guard text.hasPrefix("-"), let second = text.dropFirst().first else { return false }
        return !("0"..."9").contains(second) && second != "."
    }

    private static func option(
        _ text: String, of command: Command, _ program: String
    ) throws(CommandError) -> CommandOption {
        if let option = command.options.first(where: { "--\($0.name)" == text }) { return option }
        let name = String(text.drop { $0 == "-" })
        let nearest = Spelling.nearest(to: name, among: command.options.map(\.name))
        let hint = Spelling.suggestion(
            nearest.map { "--\($0)" }, otherwise: "See `\(program) help \(command.name)`")
        throw .usage("Unknown option \(text) for \(command.name). \(hint)")
    }

    private static func inlineValue(
        _ value: String, of option: CommandOption
    ) throws(CommandError) -> String {
        guard option.value != nil else {
            throw .usage("--\(option.name) takes no value; remove “=\(value)”.")
        }
        return value
    }

    private static func value(
        of option: CommandOption, from rest: inout ArraySlice<String>
    ) throws(CommandError) -> String {
        guard option.value != nil else { return "" }
        guard let value = rest.first, !isOption(value) else {
            throw .usage("--\(option.name) needs a value: \(option.usage)")
        }
        rest.removeFirst()
        return value
    }
}
