import RoomStore
import SharedRoom

extension Command {
    static let forget = Command(
        name: "forget",
        operands: "ROOM",
        summary: "Deletes all that is kept of a room.",
        details: """
            Nothing is asked, and nothing of it can be had back: events, tape, names. Whoever is in the
            room is told that it is gone. A server that has the file open does it itself, within a
            second. Backups are not touched.

              calcroom forget party --data calcroom.db
            """,
        options: [KeptFile.option]
    ) { arguments throws(CommandError) in
        let file = KeptFile(arguments)
        let name = try file.room(arguments, for: "forget", in: try file.look())
        try KeptFile.telling { () throws(RoomFileError) in
            try RoomOrder(.forget, name).carryOut(in: file.path)
        }
        print("forgot \(name.text)")
    }
}
