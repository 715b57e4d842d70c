import CommandLineKit
import Foundation
import RoomStore
import SharedRoom
import WebServer

/// The file that a command reads or changes. Turns failures into one-line errors.
struct KeptFile {
    let path: String

    /// The default, in the working directory.
    static let usual = "calcroom.db"

    static let option = CommandOption(
        name: "data", value: "FILE", summary: "the file of the rooms (default \(usual))")

    /// The path from the command line or the environment, as for `serve`.
    init(_ arguments: Arguments) {
        path =
            arguments[Self.option] ?? ProcessInfo.processInfo.environment[Self.option.variable]
            ?? Self.usual
    }

    func look() throws(CommandError) -> RoomArchive {
        try Self.telling { () throws(RoomFileError) in try RoomArchive(path) }
    }

    /// The room that is the command's only operand. It exists in the archive.
    func room(
        _ arguments: Arguments, for command: String, in archive: RoomArchive
    ) throws(CommandError) -> RoomName {
        guard let text = arguments.operands.first else {
            throw .usage("\(command) needs the name of a room: calcroom \(command) party")
        }
        guard arguments.operands.count == 1 else {
            throw .usage("\(arguments.operands[1]) is too much; \(command) takes one room.")
        }
        guard let name = RoomAddress.name(text) else {
            throw .usage("\(text) is no name of a room: 1 to 64 letters, digits and hyphens.")
        }
        let names = try Self.telling { () throws(RoomFileError) in try archive.names }
        guard names.contains(name) else {
            let nearest = Spelling.nearest(to: name.text, among: names.map(\.text))
            let list = "Those that there are: calcroom rooms --data \(path)"
            throw .failed(
                "There is no room \(name.text) in \(path). "
                    + Spelling.suggestion(nearest, otherwise: list))
        }
        return name
    }

    static func telling<Result>(
        _ body: () throws(RoomFileError) -> Result
    ) throws(CommandError) -> Result {
        do throws(RoomFileError) { return try body() } catch { throw .failed(line(error)) }
    }

    /// The error in words that fit commands other than `serve`.
    static func line(_ error: RoomFileError) -> String {
        switch error {
        case .notOurs(let path): "\(path) is no file of rooms."
        case .damaged(let path, let what): "\(path) is damaged: \(what)."
        case .newer(let path, _, _): "\(path) was written by a newer calcroom. Use that one."
        case .inUse(let path, let process):
            "\(path) is in use by a server\(process.map { " (process \($0))" } ?? ""). Stop it first."
        case .missing, .notReachable, .full, .exists, .unanswered, .otherRules: error.message
        }
    }
}
