import CommandLineKit
import Glibc

/// The server, and the commands for its users and operators.
@main
enum Calcroom {
    static let program = CommandLineProgram(
        name: "calcroom",
        summary: "Calcroom, a shared calculator.",
        commands: [
            .type, .split, .serve, .watch, .press, .rooms, .export, .replay, .forget, .backup,
            .restore, .copy,
        ],
        version: { Version.line(program: Version.program) })

    static func main() {
        // Data files and backups have the contents of all rooms.
        umask(0o077)
        program.main()
    }
}
