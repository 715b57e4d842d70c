import CommandLineKit
import Glibc
import RoomStore

extension Command {
    static let backup = Command(
        name: "backup",
        operands: "TARGET",
        summary: "Copies the data file, even while a server has it open.",
        details: """
            The copy is a consistent snapshot of all rooms. The command never overwrites a file and
            never leaves an incomplete copy. When it ends, the copy survives a power cut.

              calcroom backup monday.db --data calcroom.db
            """,
        options: [DataLocation.fileOption]
    ) { arguments throws(CommandError) in
        let target = try file(arguments, for: "backup")
        let path = try DataLocation(arguments).path
        let count = try DataLocation.reportingErrors { () throws(RoomFileError) in
            try RoomBackup.make(of: path, at: target)
        }
        print("copied \(rooms(count)) to \(target)")
    }

    static let restore = Command(
        name: "restore",
        operands: "BACKUP",
        summary: "Creates or replaces the data file from a backup.",
        details: """
            Checks the backup first and does not change it. Stop the server before you restore.
            When pages reconnect, they load their rooms again. For --keep-days, all rooms count
            as visited today.

              calcroom restore monday.db --data calcroom.db
            """,
        options: [DataLocation.fileOption, replace]
    ) { arguments throws(CommandError) in
        let backup = try file(arguments, for: "restore")
        let path = try DataLocation(arguments).path
        do throws(RoomFileError) {
            let restored = try RoomBackup.restore(
                backup, to: path, replacing: arguments.contains(replace),
                today: Int64(time(nil)) / 86_400)
            print("restored \(rooms(restored.roomCount)) to \(path)")
            if let old = restored.old { print("the previous file is now \(old)") }
        } catch .exists {
            throw .failed("\(path) exists already; --replace renames it instead of failing.")
        } catch {
            throw .failed(DataLocation.message(for: error))
        }
    }

    /// The command's only operand.
    private static func file(
        _ arguments: Arguments, for command: String
    ) throws(CommandError) -> String {
        guard let path = arguments.operands.first, !path.isEmpty else {
            throw .usage("\(command) needs a file, such as: calcroom \(command) monday.db")
        }
        guard arguments.operands.count == 1 else {
            throw .usage("Unexpected argument \(arguments.operands[1]); \(command) takes one file.")
        }
        return path
    }

    private static let replace = CommandOption(
        name: "replace", value: nil, summary: "renames an existing data file instead of failing")

    private static func rooms(_ count: Int64) -> String {
        "\(count) room\(count == 1 ? "" : "s")"
    }
}
