import CalculatorEngine
import CommandLineKit
import RoomClient
import SharedRoom
import WebServer

extension Command {
    static let press = Command(
        name: "press",
        operands: "URL KEYS…",
        summary: "Types keys in a room and prints the display.",
        details: """
            Enters the room, types the keys, which are separated by blanks, and prints the display
            once the server has confirmed all of them. If a key has no effect, prints the reason
            and exits with status 1.

            The keys are those of calcroom type; in a shell, quote the *.

              calcroom press http://127.0.0.1:8080/rooms/party '2 + 3 * 4 ='
            """,
        options: [
            PressOption.make, PressOption.name, PressOption.secret, PressOption.timeout,
        ]
    ) { arguments throws(CommandError) in
        let link = try VisitedRoom.link(arguments, for: "press")
        let keys = try keys(arguments.operands.dropFirst())
        let (join, seconds) = (try PressOption.join(arguments), try PressOption.seconds(arguments))
        var typist = Typist(try VisitedRoom(link, join), seconds: seconds)
        print(try typist.type(keys))
    }

    private static func keys(_ texts: ArraySlice<String>) throws(CommandError) -> [Key] {
        var keys: [Key] = []
        for name in texts.flatMap({ $0.split { $0 == " " || $0 == "\t" } }) {
            guard let key = KeyNames.keys[String(name)] else {
                throw .usage("There is no key \(name). \(KeyNames.hint(for: String(name)))")
            }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw .usage("press needs keys behind the address: 5 + 7 =") }
        guard keys.count <= ClientLimits.pendingMax else {
            throw .usage("press types at most \(ClientLimits.pendingMax) keys at a time.")
        }
        return keys
    }
}

/// The options of `calcroom press`.
enum PressOption {
    static let make = CommandOption(
        name: "make", value: "KEYPAD",
        summary: "makes the room with this keypad if it does not exist"
    )
    static let name = CommandOption(
        name: "name", value: "NAME", summary: "the name that others see")
    static let secret = CommandOption(
        name: "secret", value: "TEXT",
        summary: "your identity, to be the same person again: 22 random letters or more")
    static let timeout = CommandOption(
        name: "timeout", value: "SECONDS",
        summary: "gives up if the server confirms nothing for so long (default 30)")

    static func seconds(_ arguments: Arguments) throws(CommandError) -> Int64 {
        guard let text = arguments[timeout] else { return 30 }
        guard let seconds = Int64(text), (1...86_400).contains(seconds) else {
            throw .usage("--timeout takes a number from 1 to 86400, not \(text).")
        }
        return seconds
    }

    static func join(_ arguments: Arguments) throws(CommandError) -> Join {
        var join = Join(secret: try secret(arguments))
        if let text = arguments[name] {
            guard let name = PersonName(text.utf8) else {
                throw .usage("--name takes at most 32 characters on one line.")
            }
            join.name = name
        }
        if let text = arguments[make] {
            join.make = Join.MakeOptions(keypad: try KeyNames.keypad(text))
        }
        return join
    }

    private static func secret(_ arguments: Arguments) throws(CommandError) -> Secret {
        guard let text = arguments[secret] else { return .random() }
        guard let secret = Secret(text.utf8), secret.isSecret else {
            throw .usage("--secret takes 22 to 64 letters, digits, - and _, made at random.")
        }
        return secret
    }
}

/// Types keys in a room and waits for the server to confirm them.
private struct Typist {
    private let visit: VisitedRoom
    /// Milliseconds without progress after which the typist gives up.
    private let patience: Int64
    /// The first key that had no effect, and the reason.
    private var mistake: (key: String, reason: VoidReason)?

    init(_ visit: VisitedRoom, seconds: Int64) {
        self.visit = visit
        patience = seconds * 1_000
    }

    /// Returns the display of the room once every key is confirmed.
    mutating func type(_ keys: [Key]) throws(CommandError) -> String {
        try wait("Nobody was let in") { $0.isJoined }
        guard visit.replica.you != nil else {
            throw .failed("The room is closed: nobody presses there any more.")
        }
        for key in keys { visit.press(key) }
        while visit.replica.pendingCount > 0 {
            let left = visit.replica.pendingCount
            try wait("\(keys.count - left) of \(keys.count) keys were confirmed") { visit in
                visit.replica.pendingCount < left || !visit.replica.view.question.isEmpty
            }
            guard visit.replica.view.question.isEmpty else {
                throw .failed("Nobody knows whether the last \(left) keys were taken.")
            }
        }
        if let mistake {
            throw .failed("\(mistake.key) had no effect: \(Self.text(mistake.reason)).")
        }
        return String(decoding: visit.replica.view.display.main.text, as: UTF8.self)
    }

    private mutating func wait(
        _ soFar: String, until isDone: (VisitedRoom) -> Bool
    ) throws(CommandError) {
        let deadline = RoomVisit.now + patience
        while !isDone(visit) {
            try visit.turn(until: deadline)
            noteMistake()
            guard RoomVisit.now < deadline else {
                throw .failed(
                    "\(soFar), and then nothing came for \(patience / 1_000) seconds.")
            }
        }
    }

    private mutating func noteMistake() {
        for case .void(.plain(.press(let key)), let reason) in visit.replica.view.notices
        where mistake == nil {
            mistake = ("\(key.name)", reason)
        }
        visit.takeChanges()
    }

    private static func text(_ reason: VoidReason) -> String {
        switch reason {
        case .locked: "the keypad is locked"
        case .closed: "the room is closed"
        case .deleted: "the room was deleted"
        case .stranger: "you were removed from the room"
        case .sequence, .made, .notMade, .pen, .again, .gap, .door, .full, .host, .oneself, .step,
            .nobody, .name, .line, .link, .bill:
            "\(reason.name)"
        }
    }
}
