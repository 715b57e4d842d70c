import CalculatorEngine
import RoomClient
import SharedRoom
import WebServer

extension Command {
    static let press = Command(
        name: "press",
        operands: "URL KEYS…",
        summary: "Types keys in a room and prints what it shows then.",
        details: """
            Enters the room, types the keys, blanks between them, and prints the display once the
            server has confirmed all of them. A key that had no effect is told with the reason, and
            the exit status is 1.

            The keys are those of calcroom type; a shell wants * in quotes.

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
        name: "make", value: "KEYPAD", summary: "makes the room with this keypad if it is not there"
    )
    static let name = CommandOption(
        name: "name", value: "NAME", summary: "what others see who pressed")
    static let secret = CommandOption(
        name: "secret", value: "TEXT",
        summary: "who you are, to be the same person again: 22 letters or more, made at random")
    static let timeout = CommandOption(
        name: "timeout", value: "SECONDS",
        summary: "gives up when nothing new came for so long (default 30)")

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
