import CommandLineKit
import Glibc
import RoomClient
import SharedRoom
import WebServer

extension Command {
    static let watch = Command(
        name: "watch",
        operands: "URL",
        summary: "Shows a room live, as a spectator.",
        details: """
            Prints a line for every change: who pressed, the keys, the expression and the display,
            separated by tabs. On a terminal, updates one line instead. Reconnects by itself when
            the connection is lost.

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
        while screen.isSeen {
            try visit.turn()
            guard let sight = RoomSight(visit) else { continue }
            screen.show(sight)
            visit.takeChanges()
        }
    }

    private static let plain = CommandOption(
        name: "plain", value: nil, summary: "prints a line for every change even on a terminal")
}

/// The output of `watch`.
private protocol RoomScreen {
    mutating func show(_ sight: RoomSight)
    /// False once the reader has closed the output.
    var isSeen: Bool { get }
    /// Moves the cursor to the beginning of a line.
    mutating func end()
}

/// A line for every change, with columns separated by tabs, for programs and files. Standard error reports
/// the state of the connection.
private struct PrintedLines: RoomScreen {
    private(set) var isSeen = true
    private var last: RoomSight?

    mutating func show(_ sight: RoomSight) {
        if let last, last.isCurrent != sight.isCurrent {
            StandardStreams.printError(
                sight.isCurrent
                    ? "calcroom: The connection is back."
                    : "calcroom: The connection is lost; it is tried again.")
        }
        defer { last = sight }
        // The first line shows the room as it is.
        guard let last else { return write([("", "")], sight) }
        if !sight.presses.isEmpty { return write(sight.presses, sight) }
        if !sight.isLike(last) { write([("", "")], sight) }
    }

    /// Several people may have pressed keys since the last line. Each line has the result of all keys.
    private mutating func write(_ presses: [(who: String, keys: String)], _ sight: RoomSight) {
        for (who, keys) in presses {
            print(who, keys, sight.expression, sight.display, separator: "\t")
        }
        isSeen = fflush(nil) == 0
    }

    mutating func end() {}
}

/// One line of a terminal, redrawn after every change.
private struct DrawnLine: RoomScreen {
    private(set) var isSeen = true
    private var lastPresses = ""
    private var isBegun = false

    mutating func show(_ sight: RoomSight) {
        if !sight.presses.isEmpty {
            lastPresses = sight.presses.map { "\($0.who): \($0.keys)" }.joined(separator: ", ")
        }
        var parts = [sight.expression, sight.display, lastPresses].filter { !$0.isEmpty }
        if !sight.isCurrent { parts.insert("(not connected)", at: 0) }
        let line = String(parts.joined(separator: "   ").prefix(Self.width - 1))
        print("\r\(line)\u{1B}[K", terminator: "")
        isSeen = fflush(nil) == 0
        isBegun = true
    }

    mutating func end() {
        if isBegun { print() }
        isBegun = false
    }

    /// The current width of the terminal, which may change.
    private static var width: Int {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 1 ? Int(size.ws_col) : 80
    }
}

/// The state of a room that `watch` shows.
private struct RoomSight {
    /// The keys pressed since the last sight: `Ada 5 +, Ben =`
    let presses: [(who: String, keys: String)]
    let expression: String
    let display: String
    /// True while the replica is connected and up to date.
    let isCurrent: Bool

    /// Nil before the first state of the room has arrived.
    init?(_ visit: VisitedRoom) {
        let view = visit.replica.view
        guard case .some = visit.replica.confirmed else { return nil }
        var presses: [(who: String, keys: String)] = []
        for pressed in view.keys {
            let who = Self.name(of: pressed.author, in: view)
            if presses.last?.who == who {
                presses[presses.count - 1].keys += " \(pressed.key.name)"
            } else {
                presses.append((who, "\(pressed.key.name)"))
            }
        }
        self.presses = presses
        expression = String(decoding: view.display.expression, as: UTF8.self)
        display = String(decoding: view.display.main.text, as: UTF8.self)
        isCurrent = view.connection == .joined(isCurrent: true)
    }

    /// True if both show the same.
    func isLike(_ other: RoomSight) -> Bool {
        expression == other.expression && display == other.display
    }

    private static func name(of number: UInt32, in view: ReplicaView) -> String {
        let name = view.people.first { $0.number == number }?.name ?? .none
        return RoomDocuments.person(number, name.bytes)
    }
}
