import CalculatorEngine
import CommandLineKit
import RoomClient
import SharedRoom

extension Command {
    static let press = Command(
        name: "press",
        operands: "URL KEYS…",
        summary: "Types keys in a room and prints the display.",
        details: """
            Joins the room as a participant, types the keys and prints the display after the server
            has confirmed all of them. If a key has no effect, prints the reason and exits with
            status 1. After a lost connection, reconnects and applies each key once.

            With --answer, hands the keys in as your answer to the room's question and prints the
            result. Nobody sees the keys on the shared calculator.

            Separate the keys by spaces. For their names, see `calcroom help type`. In a shell,
            quote the *.

              calcroom press http://127.0.0.1:8080/rooms/party '2 + 3 * 4 ='
            """,
        options: [
            PressOption.answer, PressOption.make, PressOption.name, PressOption.secret,
            PressOption.timeout,
        ]
    ) { arguments throws(CommandError) in
        let link = try VisitedRoom.link(arguments, for: "press")
        let keys = try keys(arguments.operands.dropFirst())
        let (join, seconds) = (try PressOption.join(arguments), try PressOption.seconds(arguments))
        var typist = Typist(try VisitedRoom(link, join), seconds: seconds)
        print(
            arguments.contains(PressOption.answer) ? try typist.answer(keys) : try typist.type(keys)
        )
    }

    private static func keys(_ texts: ArraySlice<String>) throws(CommandError) -> [Key] {
        var keys: [Key] = []
        for name in texts.flatMap({ $0.split { $0 == " " || $0 == "\t" } }) {
            guard let key = KeyNames.keys[String(name)] else {
                throw .usage("Unknown key \(KeyNames.withHint(name))")
            }
            keys.append(key)
        }
        guard !keys.isEmpty else { throw .usage("press needs keys after the URL, such as 5 + 7 =") }
        guard keys.count <= ClientLimits.pendingMax else {
            throw .usage("press types at most \(ClientLimits.pendingMax) keys at a time.")
        }
        return keys
    }
}

/// The options of `calcroom press`.
enum PressOption {
    static let answer = CommandOption(
        name: "answer", value: nil,
        summary: "answers the room's question instead of pressing the room's keys")
    static let make = CommandOption(
        name: "make", value: "KEYPAD",
        summary: "creates the room with this keypad if it does not exist"
    )
    static let name = CommandOption(
        name: "name", value: "NAME", summary: "the name that other people see")
    static let secret = CommandOption(
        name: "secret", value: "TEXT",
        summary: "22 to 64 random characters; the same secret joins as the same person")
    static let timeout = CommandOption(
        name: "timeout", value: "SECONDS",
        summary: "the time to wait for the server without progress (default 30)")

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
            throw .usage("--secret takes 22 to 64 random letters, digits, - and _.")
        }
        return secret
    }
}

/// Types keys in a room and waits for the server to confirm them.
private struct Typist {
    private let visit: VisitedRoom
    /// Milliseconds to wait without progress.
    private let timeout: Int64
    /// The first key that had no effect, and the reason.
    private var firstVoidKey: (key: String, reason: VoidReason)?
    private var voidAnswer: VoidReason?

    init(_ visit: VisitedRoom, seconds: Int64) {
        self.visit = visit
        timeout = seconds * 1_000
    }

    /// Returns the display of the room once every key is confirmed.
    mutating func type(_ keys: [Key]) throws(CommandError) -> String {
        try wait("the room was not joined") { $0.isJoined }
        guard visit.replica.you != nil else {
            throw .failed("The room is closed: it accepts no more keys.")
        }
        for key in keys { visit.press(key) }
        while visit.replica.pendingCount > 0 {
            let left = visit.replica.pendingCount
            try wait("\(keys.count - left) of \(keys.count) keys were confirmed") { visit in
                visit.replica.pendingCount < left
            }
            if let offer = visit.replica.view.offer {
                let state =
                    offer.isUnsure ? "It is unknown whether" : "Others were faster, so not all of"
                throw .failed(
                    "\(state) the last \(left) keys were applied. "
                        + "Check the room before pressing them again.")
            }
        }
        if let firstVoidKey {
            throw .failed("\(firstVoidKey.key) had no effect: \(Self.text(firstVoidKey.reason)).")
        }
        return String(decoding: visit.replica.view.display.shownText, as: UTF8.self)
    }

    /// Hands in an answer, and returns its result once it is confirmed.
    mutating func answer(_ keys: [Key]) throws(CommandError) -> String {
        try wait("the room was not joined") { $0.isJoined }
        guard let you = visit.replica.you, let question = visit.replica.confirmed?.question,
            question.stage == .open
        else { throw .failed("The room has no open question.") }
        guard keys.count <= RoomLimits.answerKeysMax else {
            throw .usage("An answer has at most \(RoomLimits.answerKeysMax) keys.")
        }
        visit.act(.answer(Answering(question.number, keys: keys)))
        try wait("the answer was not confirmed") { $0.replica.pendingCount == 0 }
        if let reason = voidAnswer { throw .failed("No answer: \(Self.text(reason)).") }
        let answer = visit.replica.confirmed?.people[you]?.answer
        return String(decoding: answer?.result ?? [], as: UTF8.self)
    }

    private mutating func wait(
        _ progress: String, until isDone: (VisitedRoom) -> Bool
    ) throws(CommandError) {
        let deadline = RoomVisit.now + timeout
        while !isDone(visit) {
            try visit.handleEvents(until: deadline)
            noteVoidKey()
            guard RoomVisit.now < deadline else {
                throw .failed("No progress for \(timeout / 1_000) s: \(progress).")
            }
        }
    }

    private mutating func noteVoidKey() {
        for case .void(.plain(.press(let key)), let reason) in visit.replica.view.notices
        where firstVoidKey == nil {
            firstVoidKey = ("\(key.name)", reason)
        }
        for case .void(.plain(.answer), let reason) in visit.replica.view.notices {
            voidAnswer = reason
        }
        visit.consumeChanges()
    }

    private static func text(_ reason: VoidReason) -> String {
        switch reason {
        case .locked: "the keypad is locked"
        case .closed: "the room is closed"
        case .deleted: "the room was deleted"
        case .stranger: "you were removed from the room"
        case .question: "the question is closed"
        case .work: "the keys need too much computation"
        case .sequence, .made, .notMade, .pen, .again, .gap, .door, .full, .host, .oneself, .step,
            .nobody, .name, .line, .link, .bill:
            "\(reason.name)"
        }
    }
}
