/// All commands, in the order in which the help shows them.
enum CommandTable {
    static let commands: [Command] = [
        .type, .split, .serve, .watch, .press, .rooms, .export, .replay, .forget, .backup, .restore,
        .bench, .simulate,
    ]

    static func command(named name: String) throws(CommandError) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        let nearest = Spelling.nearest(to: name, among: commands.map(\.name) + ["help"])
        throw .usage(
            "There is no command \(name). \(Spelling.question(nearest, otherwise: "See: calcroom help"))"
        )
    }
}
