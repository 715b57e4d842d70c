import Glibc
import RoomStore
import SharedRoom
import WebServer

extension Command {
    static let replay = Command(
        name: "replay",
        operands: "ROOM",
        summary: "Plays a room's life again, prints every display, and verifies what is kept.",
        details: """
            A line for each event: its number, who did it, what, what the room showed then, and why it
            had no effect if it had none, tabs between. In the end stands what was verified: stored
            snapshots are what the events before them make, and no row was changed.

            A room that was set aside, since reading it stopped servers or showed damage, is put back
            when all of it can be played. A server may have the file open meanwhile.

              calcroom replay party --data calcroom.db
            """,
        options: [KeptFile.option]
    ) { arguments throws(CommandError) in
        let file = KeptFile(arguments)
        let (name, replay) = try replay(arguments, file)
        print(verdict(replay))
        guard replay.isSetAside else { return }
        try KeptFile.telling { () throws(RoomFileError) in
            try RoomOrder(.putBack, name).carryOut(in: file.path)
        }
        print("\(name.text) was set aside, and is put back")
    }

    /// The look at the file ends with it, so that the room can be put back.
    private static func replay(
        _ arguments: Arguments, _ file: KeptFile
    ) throws(CommandError) -> (RoomName, RoomReplay) {
        let archive = try file.look()
        let name = try file.room(arguments, for: "replay", in: archive)
        LastWords.prepare()
        var lines = EventLines()
        do throws(RoomFileError) {
            let replay = try archive.replay(name) { event, room in
                LastWords.say("The engine stopped at event \(event.sequence) of \(name.text).")
                print(lines.apply(event, to: &room))
                // Should the next event end this program, this line is there.
                fflush(nil)
            }
            if let replay { return (name, replay) }
        } catch {
            guard case .damaged(_, let what) = error else {
                throw .failed(KeptFile.line(error))
            }
            throw .failed("The room \(name.text) is damaged: \(what).")
        }
        throw .failed("The room \(name.text) is gone.")
    }

    private static func verdict(_ replay: RoomReplay) -> String {
        let digits = String(replay.hash, radix: 16)
        let hash = String(repeating: "0", count: 16 - digits.count) + digits
        let counts =
            "\(replay.snapshots) snapshot\(replay.snapshots == 1 ? "" : "s"), "
            + "\(replay.events) event\(replay.events == 1 ? "" : "s")"
        return "verified \(counts), hash \(hash)"
    }
}

/// What `replay` prints.
private struct EventLines {
    private var isFirst = true

    /// Applies an event, and tells what came of it.
    mutating func apply(_ event: Event, to room: inout Room) -> String {
        var line = ""
        if isFirst, event.sequence > 1 {
            line =
                "the history begins with event \(event.sequence); older ones are kept no longer\n"
        }
        isFirst = false
        let who = event.signature.map { Self.name(of: $0.author, in: room) } ?? ""
        let verdict = room.apply(event).verdict
        let display = String(decoding: room.calculator.display.main.text, as: UTF8.self)
        line += "\(event.sequence)\t\(who)\t\(Self.text(of: event.action))\t\(display)"
        if case .void(let reason) = verdict { line += "\tvoid: \(reason.name)" }
        return line
    }

    private static func name(of number: UInt32, in room: Room) -> String {
        RoomDocuments.person(number, room.people[number]?.name.bytes ?? [])
    }

    /// A key by its name, everything else as on the wire.
    private static func text(of action: Action) -> String {
        if case .press(let key) = action { return "\(key.name)" }
        var writer = JSONWriter()
        Draft(action).writeBody(to: &writer)
        return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
    }
}
