import CommandLineKit
import Glibc
import RoomStore

extension Command {
    static let backup = Command(
        name: "backup",
        operands: "TARGET",
        summary: "Copies the file of the rooms, also while a server has it open.",
        details: """
            The copy has all rooms as they were at one moment. It is complete or does not exist: the
            command overwrites nothing, and when it ends, the copy survives a power cut.

              calcroom backup monday.db --data calcroom.db
            """,
        options: [KeptFile.option]
    ) { arguments throws(CommandError) in
        let target = try file(arguments, for: "backup")
        let count = try KeptFile.telling { () throws(RoomFileError) in
            try RoomBackup.make(of: KeptFile(arguments).path, at: target)
        }
        print("copied \(rooms(count)) to \(target)")
    }

    static let restore = Command(
        name: "restore",
        operands: "BACKUP",
        summary: "Replaces the file of the rooms with a copy of a backup.",
        details: """
            Checks the backup first, and does not change it. Pages load their rooms again from the
            server when they reconnect. For --keep-days, all rooms count as visited today.

              calcroom restore monday.db --data calcroom.db
            """,
        options: [KeptFile.option, RestoreOption.replace]
    ) { arguments throws(CommandError) in
        let backup = try file(arguments, for: "restore")
        let path = KeptFile(arguments).path
        do throws(RoomFileError) {
            let restored = try RoomBackup.restore(
                backup, to: path, replacing: arguments.contains(RestoreOption.replace),
                today: Int64(time(nil)) / 86_400)
            print("restored \(rooms(restored.roomCount)) to \(path)")
            if let old = restored.old { print("what was there is \(old) now") }
        } catch .exists {
            throw .failed("\(path) is there already; --replace keeps it under another name.")
        } catch {
            throw .failed(KeptFile.line(error))
        }
    }

    /// The command's only operand.
    private static func file(
        _ arguments: Arguments, for command: String
    ) throws(CommandError) -> String {
        guard let path = arguments.operands.first, !path.isEmpty else {
            throw .usage("\(command) needs a file: calcroom \(command) monday.db")
        }
        guard arguments.operands.count == 1 else {
            throw .usage("\(arguments.operands[1]) is too much; \(command) takes one file.")
        }
        return path
    }

    private static func rooms(_ count: Int64) -> String {
        "\(count) room\(count == 1 ? "" : "s")"
    }
}

/// The options of `calcroom restore`.
enum RestoreOption {
    static let replace = CommandOption(
        name: "replace", value: nil, summary: "renames an existing file instead of failing")
}
