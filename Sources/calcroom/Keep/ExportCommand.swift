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
            The tape for people (tape.txt) or for spreadsheets (tape.csv), or the event log, an event
            a line. The forms are those of a server over HTTP, but the log is complete. A server may
            have the file open at the same time.

              calcroom export party --as tape.csv >party.csv
            """,
        options: [KeptFile.option, ExportOption.form]
    ) { arguments throws(CommandError) in
        let form = try ExportOption.form(arguments)
        let file = KeptFile(arguments)
        let archive = try file.look()
        let name = try file.room(arguments, for: "export", in: archive)
        let exported = ExportedRoom(name: name, path: file.path, archive: archive)
        switch form {
        case .tapeText: try StandardStreams.write(RoomDocuments.tapeText(of: exported.tape()))
        case .tapeTable: try StandardStreams.write(RoomDocuments.tapeTable(of: exported.tape()))
        case .log: try exported.eachPartOfLog(StandardStreams.write)
        }
    }
}

/// The options of `calcroom export`.
enum ExportOption {
    enum Form: String, CaseIterable {
        case tapeText = "tape.txt"
        case tapeTable = "tape.csv"
        case log
    }

    static let form = CommandOption(
        name: "as", value: "tape.txt|tape.csv|log",
        summary: "the form of the output (default tape.txt)")

    static func form(_ arguments: Arguments) throws(CommandError) -> Form {
        guard let text = arguments[form] else { return .tapeText }
        if let form = Form(rawValue: text) { return form }
        let known = Form.allCases.map(\.rawValue)
        throw .usage("There is no export as \(text). \(Spelling.hint(for: text, among: known))")
    }
}

/// A room read from a file.
private struct ExportedRoom {
    let name: RoomName
    let path: String
    let archive: RoomArchive

    func tape() throws(CommandError) -> [TapeEntry] {
        var kept = try room()
        let lines = try KeptFile.telling { () throws(RoomFileError) in
            try archive.tape(of: name, count: KeptRoom.tapeLinesMax)
        }
        kept.takeTape(kept: lines)
        return kept.tape
    }

    /// Writes the log in parts of the size that a server sends at most.
    func eachPartOfLog(_ write: ([UInt8]) throws(CommandError) -> Void) throws(CommandError) {
        var kept = try room()
        var first: Int64 = 1
        while first <= kept.room.sequence {
            let part = try KeptFile.telling { () throws(RoomFileError) in
                try archive.log(of: name, from: first, count: DocumentQuery.countMax)
            }
            guard let log = KeptLog(part) else { throw outOfOrder }
            kept.log = log
            try write(
                RoomDocuments.log(of: kept, from: first, count: DocumentQuery.countMax))
            first = (part.events.last?.sequence ?? kept.room.sequence) + 1
        }
    }

    private func room() throws(CommandError) -> KeptRoom {
        let opened = try KeptFile.telling { () throws(RoomFileError) in try archive.open(name) }
        guard let opened, let kept = KeptRoom(opened) else { throw outOfOrder }
        return kept
    }

    private var outOfOrder: CommandError {
        .failed("The room \(name.text) cannot be read. See: calcroom replay \(name.text).")
    }
}
