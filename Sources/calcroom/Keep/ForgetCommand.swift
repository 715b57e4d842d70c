import CommandLineKit
import RoomStore
import SharedRoom

extension Command {
    static let forget = Command(
        name: "forget",
        operands: "ROOM",
        summary: "Deletes a room from the file.",
        details: """
            Deletes events, tape and names for good, and does not ask for confirmation. People in the
            room learn that it is deleted. A server that has the file open deletes the room itself,
            within a second. Backups are not changed.

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
