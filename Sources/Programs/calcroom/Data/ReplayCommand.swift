import CommandLineKit
import Glibc
import RoomStore
import SQLiteStore
import SharedRoom
import WebServer

extension Command {
    static let replay = Command(
        name: "replay",
        operands: "ROOM",
        summary: "Replays the events of a room, prints each display and verifies the data.",
        details: """
            Prints one line per event, with columns separated by tabs: the sequence number, the
            person, the action, the display, and the reason if the event had no effect. Checks
            that every stored snapshot and tape line follows from the events, and that no row was
            altered. The last line reports what was verified.

            A server sets a room of a file aside if loading it crashed the server or showed damage.
            If the replay succeeds, the room is put back. Servers may use the file or the Redis.

              calcroom replay party --data calcroom.db
            """,
        options: DataLocation.options
    ) { arguments throws(CommandError) in
        let location = try DataLocation(arguments)
        let (name, replay) = try replayRoom(arguments, location)
        print(summary(of: replay))
        guard replay.isSetAside, case .file(let path) = location else { return }
        try DataLocation.reportingErrors { () throws(StoreError) in
            try RoomOrder(.reinstate, name).execute(in: path)
        }
        print("\(name.text) is no longer set aside")
    }

    /// Replays the room. Closes the archive on return, so that the room can be put back.
    private static func replayRoom(
        _ arguments: Arguments, _ location: DataLocation
    ) throws(CommandError) -> (RoomName, RoomReplay) {
        let (name, archive) = try location.room(arguments, for: "replay")
        CrashMessage.prepare()
        var lines = EventLines()
        do throws(StoreError) {
            let replay = try archive.replay(name) { event, room in
                CrashMessage.set("The engine crashed at event \(event.sequence) of \(name.text).")
                print(lines.apply(event, to: &room))
                // The next event may crash the engine, and the buffer would be lost.
                fflush(nil)
            }
            if let replay { return (name, replay) }
        } catch {
            guard case .damaged(_, let what) = error else {
                throw .failed(DataLocation.message(for: error))
            }
            throw .failed("The room \(name.text) is damaged: \(what).")
        }
        throw .failed("The room \(name.text) was just deleted.")
    }

    private static func summary(of replay: RoomReplay) -> String {
        let digits = String(replay.hash, radix: 16)
        let hash = String(repeating: "0", count: 16 - digits.count) + digits
        let counts =
            "\(replay.snapshots) snapshot\(replay.snapshots == 1 ? "" : "s"), "
            + "\(replay.events) event\(replay.events == 1 ? "" : "s")"
        return "verified \(counts), hash \(hash)"
    }
}

/// The lines that `replay` prints.
private struct EventLines {
    private var isFirst = true
    /// The names of the people in the room before the next event.
    private var names: PersonNames?

    /// Applies an event and returns its line.
    mutating func apply(_ event: Event, to room: inout Room) -> String {
        var line = ""
        if isFirst, event.sequence > 1 {
            line =
                "the history begins with event \(event.sequence); older events were compacted\n"
        }
        isFirst = false
        let names = names ?? PersonNames(of: room)
        let who = event.signature.map { names.name(of: $0.author) } ?? ""
        let verdict = room.apply(event).verdict
        // Most events are presses, which change no name.
        if case .press = event.action { self.names = names } else { self.names = nil }
        let display = String(decoding: room.calculator.display.shownText, as: UTF8.self)
        line += "\(event.sequence)\t\(who)\t\(Self.text(of: event.action))\t\(display)"
        if case .void(let reason) = verdict { line += "\tvoid: \(reason.name)" }
        return line
    }

    /// The name of a key, or the JSON of any other action.
    private static func text(of action: Action) -> String {
        if case .press(let key) = action { return "\(key.name)" }
        var writer = JSONWriter()
        Draft(action).writeBody(to: &writer)
        return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
    }
}

/// The message on standard error if a fault ends the program, such as an event that crashes the engine.
///
/// A signal handler may neither allocate memory nor take a lock, so the message is prepared in advance. The
/// only working thread writes it; the handler reads it while that thread is interrupted.
private enum CrashMessage {
    nonisolated(unsafe) private static let bytes =
        UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    nonisolated(unsafe) private static var count = 0
    private static let capacity = 512

    /// Installs handlers that print the message and end the program with status 1.
    static func prepare() {
        set("The engine crashed.")
        for fault in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] {
            signal(fault) { _ in
                write(STDERR_FILENO, CrashMessage.bytes, CrashMessage.count)
                _exit(1)
            }
        }
    }

    static func set(_ text: String) {
        let line = Array("calcroom: \(text)\n".utf8.prefix(capacity))
        count = 0
        bytes.update(from: line, count: line.count)
        count = line.count
    }
}
