import CommandLineKit
import Foundation

/// The options of a command, from the command line or else from the environment.
struct OptionValues {
    private let arguments: Arguments
    /// The variables of the environment that begin with `CALCROOM_`. Empty ones count as unset.
    let variables: [String: String]

    init(_ arguments: Arguments, _ variables: [String: String]) {
        self.arguments = arguments
        self.variables = variables.filter { $0.key.hasPrefix("CALCROOM_") && !$0.value.isEmpty }
    }

    /// The values from the command line, or else from the environment of this process.
    init(environmentOf arguments: Arguments) {
        self.init(arguments, ProcessInfo.processInfo.environment)
    }

    subscript(option: CommandOption) -> String? {
        arguments[option] ?? variables[option.variable]
    }

    /// True if the command line has the option.
    func isArgument(_ option: CommandOption) -> Bool { arguments.contains(option) }

    /// The option, or the variable if the environment sets it, for error messages.
    func source(of option: CommandOption) -> String {
        isArgument(option) ? "--\(option.name)" : option.variable
    }

    /// The number that an option gives; nil if it is not set.
    ///
    /// - Parameter description: What the option takes, if it is not simply a number.
    func number<Number: FixedWidthInteger>(
        _ option: CommandOption, _ range: ClosedRange<Number>, _ description: String? = nil
    ) throws(CommandError) -> Number? {
        guard let text = self[option] else { return nil }
        if let number = Number(text), range.contains(number) { return number }
        let taken = description ?? "a number from \(range.lowerBound) to \(range.upperBound)"
        throw .usage("\(source(of: option)) takes \(taken), not \(text).")
    }

    /// The value that an option names; nil if it is not set.
    ///
    /// - Parameter unknown: The beginning of the error message for another name.
    func choice<Value>(
        _ option: CommandOption, among values: [Value], named name: (Value) -> String,
        unknown: (String) -> String
    ) throws(CommandError) -> Value? {
        guard let text = self[option] else { return nil }
        if let value = values.first(where: { name($0) == text }) { return value }
        throw .usage("\(unknown(text)). \(Spelling.hint(for: text, among: values.map(name)))")
    }
}

extension CommandOption {
    /// `CALCROOM_PUBLIC_URL`
    var variable: String {
        "CALCROOM_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }
}
