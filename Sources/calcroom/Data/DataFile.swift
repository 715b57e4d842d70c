import CommandLineKit
import Foundation
import RoomStore
import SharedRoom
import WebServer

/// The data file that a command reads or changes. Turns failures into one-line errors.
struct DataFile {
    let path: String

    /// The default, in the working directory.
    static let defaultPath = "calcroom.db"

    static let option = CommandOption(
        name: "data", value: "FILE", summary: "the data file (default \(defaultPath))")

    /// The path from the command line or the environment, as for `serve`.
    init(_ arguments: Arguments) throws(CommandError) {
        path =
            arguments[Self.option] ?? ProcessInfo.processInfo.environment[Self.option.variable]
            ?? Self.defaultPath
        guard path != ":memory:", !path.contains("://") else {
            throw .usage("This command needs a data file; it cannot read Redis or :memory:.")
        }
    }

    func openArchive() throws(CommandError) -> RoomArchive {
        try Self.reportingErrors { () throws(RoomFileError) in try RoomArchive(path) }
    }

    /// The room that the command's only operand names, and the archive that contains it.
    func room(
        _ arguments: Arguments, for command: String
    ) throws(CommandError) -> (RoomName, RoomArchive) {
        guard let text = arguments.operands.first else {
            throw .usage(
                "\(command) needs the name of a room, such as: calcroom \(command) party")
        }
        guard arguments.operands.count == 1 else {
            throw .usage(
                "Unexpected argument \(arguments.operands[1]); \(command) takes one room.")
        }
        guard let name = RoomAddress.name(text) else {
            throw .usage(
                "\(text) is not a room name. A name has 1 to 64 letters, digits and hyphens.")
        }
        let archive = try openArchive()
        let names = try Self.reportingErrors { () throws(RoomFileError) in try archive.names }
        guard names.contains(name) else {
            let nearest = Spelling.nearest(to: name.text, among: names.map(\.text))
            let list = "For a list, run: calcroom rooms --data \(path)"
            throw .failed(
                "There is no room \(name.text) in \(path). "
                    + Spelling.suggestion(nearest, otherwise: list))
        }
        return (name, archive)
    }

    /// Runs the body and turns its error into a one-line error.
    static func reportingErrors<Result>(
        _ body: () throws(RoomFileError) -> Result
    ) throws(CommandError) -> Result {
        do throws(RoomFileError) { return try body() } catch { throw .failed(message(for: error)) }
    }

    /// The error as commands other than `serve` report it.
    static func message(for error: RoomFileError) -> String {
        switch error {
        case .notOurs(let path): "\(path) is not a Calcroom data file."
        case .damaged(let path, let what): "\(path) is damaged: \(what)."
        case .newer(let path, _, _):
            "\(path) was written by a newer version of calcroom. Use that version."
        case .inUse(let path, let process):
            "\(path) is in use by a server\(process.map { " (process \($0))" } ?? ""). "
                + "Stop the server first."
        case .missing, .notReachable, .full, .exists, .unanswered, .otherRules: error.message
        }
    }
}
