import Glibc

/// Where `watch` shows a room.
protocol RoomScreen {
    mutating func show(_ sight: RoomSight)
    /// Whether anybody reads it.
    var isSeen: Bool { get }
    /// Leaves the cursor at the beginning of a line.
    mutating func end()
}

/// A line for everything that changes, tabs between its columns, for programs and files. What becomes
/// of the connection is told on standard error.
struct PrintedLines: RoomScreen {
    private(set) var isSeen = true
    private var last: RoomSight?

    mutating func show(_ sight: RoomSight) {
        if let last, last.isCurrent != sight.isCurrent {
            StandardStreams.complain(
                sight.isCurrent
                    ? "calcroom: The connection is back."
                    : "calcroom: The connection is lost; it is tried again.")
        }
        defer { last = sight }
        // Whoever came in the middle sees what is there first.
        guard let last else { return write([("", "")], sight) }
        if !sight.presses.isEmpty { return write(sight.presses, sight) }
        if !sight.isLike(last) { write([("", "")], sight) }
    }

    /// What others pressed between two looks is shown with what came of all of it.
    private mutating func write(_ presses: [(who: String, keys: String)], _ sight: RoomSight) {
        for (who, keys) in presses {
            print(who, keys, sight.expression, sight.display, separator: "\t")
        }
        isSeen = fflush(nil) == 0
    }

    mutating func end() {}
}

/// One line of a terminal, drawn again whenever something changes.
struct DrawnLine: RoomScreen {
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

    /// Of the terminal now; it may have changed.
    private static var width: Int {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 1 ? Int(size.ws_col) : 80
    }
}
