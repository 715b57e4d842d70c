/// The help, made of the table of commands.
enum Help {
    static var overview: String {
        let rows = CommandTable.commands.map { (usage($0), $0.summary) }
        return """
            Calcroom, a calculator that several people hold at once.

            \(columns(rows))

            calcroom help COMMAND says more about one of them.
            """
    }

    static func text(for command: Command) -> String {
        let options = columns(command.options.map { ($0.usage, $0.summary) })
        return """
            \(usage(command))

            \(command.summary)

            \(options)

            \(command.details)
            """
    }

    /// `calcroom type [FILE] [options]`
    private static func usage(_ command: Command) -> String {
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        return "calcroom \(command.name)\(operands)\(command.options.isEmpty ? "" : " [options]")"
    }

    private static func columns(_ rows: [(name: String, summary: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { row in
            let padding = String(repeating: " ", count: width - row.name.count)
            return "  \(row.name)\(padding)  \(row.summary)"
        }.joined(separator: "\n")
    }
}
