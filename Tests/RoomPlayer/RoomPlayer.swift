import CalculatorEngine
import ExactNumbers
import PlayerStreams
import RoomClient
import SharedRoom

/// Reads the log of a room, one event a line, and says after each what came of it: the verdict, the
/// steps, the hash, the display, the expression, and a hash of what a page is answered that hears of
/// the event by a frame. The same program runs natively and in WebAssembly, for the golden file. A
/// line `new` begins another room, and `again` reads the room from its own form.
@main
struct RoomPlayer {
    static func main() {
        var room = Room()
        var page = Page()
        var output: [UInt8] = []
        for line in StandardStreams.readAll().split(separator: newline) {
            output += answer(to: Array(line), &room, &page) + [newline]
        }
        StandardStreams.write(output)
    }

    private static let newline: UInt8 = 10

    private static func answer(to line: [UInt8], _ room: inout Room, _ page: inout Page) -> [UInt8]
    {
        if line == Array("new".utf8) {
            room = Room()
            page = Page()
            return line
        }
        if line == Array("again".utf8) { return readAgain(&room, &page) }
        guard let event = try? Event.decode(line: line) else { return Array("no event".utf8) }
        let outcome = room.apply(event)
        return words([
            name(outcome.verdict), decimal(outcome.steps), Hexadecimal.encoded(bytes(room.hash)),
            room.calculator.display.main.text, room.calculator.display.expression,
            Hexadecimal.encoded(bytes(page.answerHash(after: event, in: room))),
        ])
    }

    private static func readAgain(_ room: inout Room, _ page: inout Page) -> [UInt8] {
        let form = room.form
        guard let again = try? Room(form: form), again == room else {
            return Array("another room".utf8)
        }
        room = again
        return words([
            decimal(form.count), Hexadecimal.encoded(bytes(room.hash)),
            Hexadecimal.encoded(bytes(page.answerHash(afterSnapshotOf: room))),
        ])
    }

    private static func name(_ verdict: Verdict) -> [UInt8] {
        switch verdict {
        case .taken: Array("taken".utf8)
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

#if arch(wasm32)
    /// The host starts a module by its export `_start`: there is no C runtime that would call `main`.
    @_expose(wasm, "_start")
    @_cdecl("_start")
    public func start() {
        RoomPlayer.main()
    }
#endif
