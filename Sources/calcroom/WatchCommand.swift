import Glibc
import RoomClient
import SharedRoom
import WebServer

extension Command {
    static let watch = Command(
        name: "watch",
        operands: "URL",
        summary: "Shows a room live, without entering it.",
        details: """
            Prints a line for every change: who pressed, which keys, the expression and the display,
            tabs between. On a terminal one line is drawn again and again instead. When the
            connection is lost it comes back by itself.

              calcroom watch http://127.0.0.1:8080/rooms/party
            """,
        options: [plain]
    ) { arguments throws(CommandError) in
        let link = try VisitedRoom.link(arguments, for: "watch")
        guard arguments.operands.count == 1 else {
            throw .usage("\(arguments.operands[1]) is too much; watch shows one room.")
        }
        var join = Join(secret: .random())
        join.isWatching = true
        let isDrawn = isatty(STDOUT_FILENO) == 1 && !arguments.contains(plain)
        var screen: any RoomScreen = isDrawn ? DrawnLine() : PrintedLines()
        defer { screen.end() }
        let visit = try VisitedRoom(link, join)
        // When nobody reads any more there is nobody to show anything to.
        while screen.isSeen {
            try visit.turn()
            guard let sight = RoomSight(visit) else { continue }
            screen.show(sight)
            visit.takeChanges()
        }
    }

    private static let plain = CommandOption(
        name: "plain", value: nil, summary: "prints a line for every change on a terminal too")
}
