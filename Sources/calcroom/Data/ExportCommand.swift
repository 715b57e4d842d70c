import CommandLineKit
import Glibc
import RoomStore
import SharedRoom
import WebServer

extension Command {
    static let export = Command(
        name: "export",
        operands: "ROOM",
        summary: "Writes the tape or the event log of a room to standard output.",
        details: """
            Writes the tape as text (tape.txt), the tape for spreadsheets (tape.csv), or the event
            log with one event per line (log). The formats are those that the server offers over
            HTTP, but the log has all stored events. A server may have the file open.

              calcroom export party --as tape.csv >party.csv
            """,
        options: [DataFile.option, ExportOption.format]
    ) { arguments throws(CommandError) in
        let format = try ExportOption.format(arguments)
        let file = try DataFile(arguments)
        let (name, archive) = try file.room(arguments, for: "export")
        let exported = ExportedRoom(name: name, path: file.path, archive: archive)
        switch format {
        case .tapeText: try StandardStreams.write(RoomDocuments.tapeText(of: exported.tape()))
        case .tapeCSV: try StandardStreams.write(RoomDocuments.tapeCSV(of: exported.tape()))
        case .log: try exported.eachPartOfLog(StandardStreams.write)
        }
    }
}

/// The options of `calcroom export`.
enum ExportOption {
    enum Format: String, CaseIterable {
        case tapeText = "tape.txt"
        case tapeCSV = "tape.csv"
        case log
    }

    static let format = CommandOption(
        name: "as", value: "tape.txt|tape.csv|log",
        summary: "the output format (default tape.txt)")

    static func format(_ arguments: Arguments) throws(CommandError) -> Format {
        guard let text = arguments[format] else { return .tapeText }
        if let format = Format(rawValue: text) { return format }
        let known = Format.allCases.map(\.rawValue)
        throw .usage("Unknown format \(text). \(Spelling.hint(for: text, among: known))")
    }
}

/// A room read from a file.
private struct ExportedRoom {
    let name: RoomName
    let path: String
    let archive: RoomArchive

    func tape() throws(CommandError) -> [TapeEntry] {
        var stored = try room()
        let lines = try DataFile.reportingErrors { () throws(RoomFileError) in
            try archive.tape(of: name, count: StoredRoomState.tapeLinesMax)
        }
        stored.mergeTape(stored: lines)
        return stored.tape
    }

    /// Writes the log in parts as large as a server sends at most.
    func eachPartOfLog(_ write: ([UInt8]) throws(CommandError) -> Void) throws(CommandError) {
        var stored = try room()
        var first: Int64 = 1
        while first <= stored.room.sequence {
            let part = try DataFile.reportingErrors { () throws(RoomFileError) in
                try archive.log(of: name, from: first, count: DocumentQuery.countMax)
            }
            guard let log = EventLogPage(part) else { throw unreadable }
            stored.log = log
            try write(
                RoomDocuments.log(of: stored, from: first, count: DocumentQuery.countMax))
            first = (part.events.last?.sequence ?? stored.room.sequence) + 1
        }
    }

    private func room() throws(CommandError) -> StoredRoomState {
        let opened = try DataFile.reportingErrors { () throws(RoomFileError) in
            try archive.open(name)
        }
        guard let opened, let stored = StoredRoomState(opened) else { throw unreadable }
        return stored
    }

    private var unreadable: CommandError {
        .failed(
            "The room \(name.text) cannot be read. "
                + "For the reason, run: calcroom replay \(name.text)")
    }
}
