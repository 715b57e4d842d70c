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
            Prints one line for the current state and one for every change: the person, the keys,
            the expression and the display, separated by tabs. A line about a question has the word
            question, its state, its text, and the number of answers or, once they are revealed, the
            groups. On a terminal, updates one line instead. Reconnects after a lost connection.

              calcroom watch http://127.0.0.1:8080/rooms/party
            """,
        options: [plain]
    ) { arguments throws(CommandError) in
        let link = try VisitedRoom.link(arguments, for: "watch")
        guard arguments.operands.count == 1 else {
            throw .usage("Unexpected argument \(arguments.operands[1]); watch shows one room.")
        }
        var join = Join(secret: .random())
        join.isWatching = true
        let isTerminal = isatty(STDOUT_FILENO) == 1 && !arguments.contains(plain)
        var output: any WatchOutput = isTerminal ? TerminalLine() : PrintedLines()
        defer { output.end() }
        let visit = try VisitedRoom(link, join)
        while output.isOpen {
            try visit.handleEvents()
            guard let state = DisplayedState(visit) else { continue }
            output.show(state)
            visit.consumeChanges()
        }
    }

    private static let plain = CommandOption(
        name: "plain", value: nil, summary: "prints a line for every change, even on a terminal")
}

/// An output format of `watch`.
private protocol WatchOutput {
    mutating func show(_ state: DisplayedState)
    /// False after the reader has closed the output.
    var isOpen: Bool { get }
    /// Moves the cursor to the start of a line.
    mutating func end()
}

/// Prints a line with tab-separated columns for every change, for programs and files. Reports the state of
/// the connection on standard error.
private struct PrintedLines: WatchOutput {
    private(set) var isOpen = true
    private var last: DisplayedState?

    mutating func show(_ state: DisplayedState) {
        if let last, last.isCurrent != state.isCurrent {
            StandardStreams.printError(
                state.isCurrent
                    ? "calcroom: Connected again."
                    : "calcroom: Connection lost; reconnecting.")
        }
        if !state.presses.isEmpty, last != nil {
            write(state.presses, state)
        } else if !state.showsSame(as: last) {
            // The first line shows the state of the room when the command joins.
            write([("", "")], state)
        }
        if state.question != last?.question { write(state.question) }
        last = state
    }

    /// Prints a line for each person who pressed keys since the last line, each with the result of all keys.
    private mutating func write(_ presses: [(name: String, keys: String)], _ state: DisplayedState)
    {
        for (name, keys) in presses {
            print(name, keys, state.expression, state.display, separator: "\t")
        }
        isOpen = fflush(nil) == 0
    }

    private mutating func write(_ question: DisplayedQuestion?) {
        print(
            "question", question?.state ?? "ended", question?.text ?? "", question?.answers ?? "",
            separator: "\t")
        isOpen = fflush(nil) == 0
    }

    mutating func end() {}
}

/// Redraws one line of a terminal after every change.
private struct TerminalLine: WatchOutput {
    private(set) var isOpen = true
    private var lastPresses = ""
    private var isBegun = false

    mutating func show(_ state: DisplayedState) {
        if !state.presses.isEmpty {
            lastPresses = state.presses.map { "\($0.name): \($0.keys)" }.joined(separator: ", ")
        }
        let question = state.question.map { "Question: \($0.text) (\($0.answers))" } ?? ""
        var parts = [state.expression, state.display, lastPresses, question].filter { !$0.isEmpty }
        if !state.isCurrent { parts.insert("(not connected)", at: 0) }
        let line = String(parts.joined(separator: "   ").prefix(Self.width - 1))
        print("\r\(line)\u{1B}[K", terminator: "")
        isOpen = fflush(nil) == 0
        isBegun = true
    }

    mutating func end() {
        if isBegun { print() }
        isBegun = false
    }

    /// The width of the terminal, which may change.
    private static var width: Int {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
        return isKnown && size.ws_col > 1 ? Int(size.ws_col) : 80
    }
}

/// The state that `watch` shows of a room.
private struct DisplayedState {
    /// The keys that each person has pressed since the last state.
    let presses: [(name: String, keys: String)]
    let expression: String
    let display: String
    let question: DisplayedQuestion?
    /// True while the replica is connected and up to date.
    let isCurrent: Bool

    /// Nil before the first state of the room has arrived.
    init?(_ visit: VisitedRoom) {
        let view = visit.replica.view
        guard case .some = visit.replica.confirmed else { return nil }
        var presses: [(name: String, keys: String)] = []
        let names = PersonNames(of: visit.replica.predicted)
        for pressed in view.keys {
            let name = names.name(of: pressed.step.author)
            if presses.last?.name == name {
                presses[presses.count - 1].keys += " \(pressed.key.name)"
            } else {
                presses.append((name, "\(pressed.key.name)"))
            }
        }
        self.presses = presses
        expression = String(decoding: view.display.expression, as: UTF8.self)
        display = String(decoding: view.display.shownText, as: UTF8.self)
        question = DisplayedQuestion(in: visit.replica.predicted)
        isCurrent = view.connection == .joined(isCurrent: true)
    }

    /// True if both have the same expression and display.
    func showsSame(as other: DisplayedState?) -> Bool {
        expression == other?.expression && display == other?.display
    }
}

/// The question as `watch` shows it: without answers that are not revealed, and without names.
private struct DisplayedQuestion: Equatable {
    let state: String
    let text: String
    /// `18 answers`, or `144: 12, 12: 6`.
    let answers: String

    init?(in room: Room) {
        guard let question = room.question else { return nil }
        state = "\(question.stage.name)"
        text = String(decoding: question.text.bytes, as: UTF8.self)
        let groups = room.answerGroups
        let count = groups.reduce(0) { $0 + $1.participants.count }
        answers =
            question.isRevealed && count > 0
            ? groups.map {
                "\(String(decoding: $0.result, as: UTF8.self)): \($0.participants.count)"
            }.joined(separator: ", ")
            : count == 1 ? "1 answer" : "\(count) answers"
    }
}
