import CommandLineKit
import Glibc
import RedisStore
import RoomStore
import SQLiteStore

extension Command {
    static let backup = Command(
        name: "backup",
        operands: "TARGET",
        summary: "Copies all rooms to a new data file, even while servers use them.",
        details: """
            The copy of a data file is a consistent snapshot of all rooms. From a Redis, each room is
            copied in the state of one moment. The command never overwrites a file and never leaves an
            incomplete copy. When it ends, the copy survives a power cut.

              calcroom backup monday.db --data calcroom.db
            """,
        options: DataLocation.options
    ) { arguments throws(CommandError) in
        let target = try file(arguments, for: "backup")
        let location = try DataLocation(arguments)
        let copy = try DataLocation.reportingErrors { () throws(StoreError) in
            try RoomBackup.make(of: location.archive, at: target)
        }
        try RoomTransfer.report(copy, "copied", to: target)
    }

    static let restore = Command(
        name: "restore",
        operands: "BACKUP",
        summary: "Copies the rooms of a backup to the data file or to a Redis.",
        details: """
            Checks the backup first and does not change it. When pages reconnect, they load their rooms
            again. For --keep-days, all rooms count as visited today.

            Stop the server before you restore its data file. Servers may use the Redis: with --replace,
            rooms of the same name are deleted, so back it up first. Other rooms stay.

              calcroom restore monday.db --data calcroom.db
            """,
        options: DataLocation.options + RoomTransfer.options
    ) { arguments throws(CommandError) in
        let backup = try file(arguments, for: "restore")
        let target = try DataLocation(arguments)
        try RoomTransfer(from: .file(backup), to: target, arguments).run("restored")
    }

    static let copy = Command(
        name: "copy",
        operands: "",
        summary: "Copies all rooms from a data file or a Redis to another one.",
        details: """
            Servers may use the source, and a Redis. Copied rooms are new ones for pages: they load their
            rooms again. A copy to a data file is like calcroom restore, and needs no server.

              calcroom copy --from calcroom.db --to redis://redis.example
            """,
        options: [RoomTransfer.source, RoomTransfer.target] + RedisOption.all
            + RoomTransfer.options
    ) { arguments throws(CommandError) in
        let values = OptionValues(environmentOf: arguments)
        let (source, target) = try (
            RoomTransfer.location(RoomTransfer.source, values),
            RoomTransfer.location(RoomTransfer.target, values)
        )
        try DataLocation.checkRedisOptions(values, [source, target])
        try RoomTransfer(from: source, to: target, arguments).run("copied")
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
}
