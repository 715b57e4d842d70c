import CommandLineKit
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
            HTTP, but the log has all stored events. Servers may use the file or the Redis.

              calcroom export party --as tape.csv >party.csv
            """,
        options: DataLocation.options + [ExportOption.format]
    ) { arguments throws(CommandError) in
        let format = try ExportOption.format(arguments)
        let location = try DataLocation(arguments)
        let (name, archive) = try location.room(arguments, for: "export")
        var document = try reportingErrors(of: name) { () throws(StoreError) in
            try RoomExport(format, of: name, in: archive.reader)
        }
        while let part = try reportingErrors(
            of: name, { () throws(StoreError) in try document.next() })
        {
            try StandardStreams.write(part)
        }
    }

    private static func reportingErrors<Result>(
        of name: RoomName, _ body: () throws(StoreError) -> Result
    ) throws(CommandError) -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            guard case .damaged = error else { throw .failed(DataLocation.message(for: error)) }
            throw .failed(
                "The room \(name.text) cannot be read. "
                    + "For the reason, run: calcroom replay \(name.text)")
        }
    }
}

/// The options of `calcroom export`.
enum ExportOption {
    private static let formats: [StoredDocument] = [.tapeText, .tapeCSV, .log]

    static let format = CommandOption(
        name: "as", value: "tape.txt|tape.csv|log",
        summary: "the output format (default tape.txt)")

    static func format(_ arguments: Arguments) throws(CommandError) -> StoredDocument {
        guard let text = arguments[format] else { return .tapeText }
        if let format = formats.first(where: { $0.rawValue == text }) { return format }
        let known = formats.map(\.rawValue)
        throw .usage("Unknown format \(text). \(Spelling.hint(for: text, among: known))")
    }
}
