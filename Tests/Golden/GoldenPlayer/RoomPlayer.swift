import CalculatorEngine
import ExactNumbers
import RoomClient
import SharedRoom

/// Applies the events of a log, one per line. Answers each with its verdict, the steps, the hash, the
/// display, the expression, and a hash of the page's answer to the event's frame. The line `new` starts
/// another room; `again` decodes the room from its own snapshot.
struct RoomPlayer {
    private var room = Room()
    private var page = Page()

    mutating func answer(to line: [UInt8]) -> [UInt8] {
        if line == Array("new".utf8) {
            self = RoomPlayer()
            return line
        }
        if line == Array("again".utf8) { return decodeAgain() }
        guard let event = try? Event.decode(line: line) else { return Array("no event".utf8) }
        let outcome = room.apply(event)
        return Self.words([
            Self.name(outcome.verdict), Self.decimal(outcome.steps),
            Hexadecimal.encoded(Self.bytes(room.hash)),
            room.calculator.display.main.text, room.calculator.display.expression,
            Hexadecimal.encoded(Self.bytes(page.answerHash(after: event, in: room))),
        ])
    }

    private mutating func decodeAgain() -> [UInt8] {
        let snapshot = room.snapshot
        guard let decoded = try? Room(decoding: snapshot), decoded == room else {
            return Array("another room".utf8)
        }
        room = decoded
        return Self.words([
            Self.decimal(snapshot.count), Hexadecimal.encoded(Self.bytes(room.hash)),
            Hexadecimal.encoded(Self.bytes(page.answerHash(afterSnapshotOf: room))),
        ])
    }

    private static func name(_ verdict: Verdict) -> [UInt8] {
        switch verdict {
        case .applied: Array("taken".utf8)
        case .void(let reason): reason.name.bytes
        }
    }

    private static func words(_ words: [[UInt8]]) -> [UInt8] {
        Array(words.joined(separator: Array(" | ".utf8)))
    }

    private static func decimal(_ number: Int) -> [UInt8] {
        Natural(UInt64(number)).decimalDigits
    }

    private static func bytes(_ word: UInt64) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(word: word)
        return writer.bytes.reversed()
    }
}
