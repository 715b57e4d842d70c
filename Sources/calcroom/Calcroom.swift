import CommandLineKit

/// The server, and the commands for its users and operators.
@main
enum Calcroom {
    static let program = CommandLineProgram(
        name: "calcroom",
        summary: "Calcroom, a calculator that several people hold at once.",
        commands: [
            .type, .split, .serve, .watch, .press, .rooms, .export, .replay, .forget, .backup,
            .restore,
        ])

    static func main() {
        program.main()
    }
}
