import CommandLineKit
import Foundation
import RoomStore
import SharedRoom

extension Command {
    static let rooms = Command(
        name: "rooms",
        operands: "",
        summary: "Lists the rooms of a file.",
        details: """
            A line for each room: its name, the number of events and of people, the day of the last
            visit, its size in bytes, and what is wrong with it, if anything is. A server may have
            the file open at the same time.

              calcroom rooms --data calcroom.db
            """,
        options: [KeptFile.option, RoomsOption.json]
    ) { arguments throws(CommandError) in
        let archive = try KeptFile(arguments).look()
        let rooms = try KeptFile.telling { () throws(RoomFileError) in try archive.rooms }
        if arguments.contains(RoomsOption.json) {
            for room in rooms { print(String(decoding: room.json, as: UTF8.self)) }
        } else {
            for line in RoomTable.lines(rooms) { print(line) }
        }
    }
}

/// The options of `calcroom rooms`.
enum RoomsOption {
    static let json = CommandOption(
        name: "json", value: nil, summary: "prints one JSON object a line, for programs")
}

/// The rooms as a table for people.
private enum RoomTable {
    static func lines(_ rooms: [ListedRoom]) -> [String] {
        let header = ["room", "events", "people", "last visit", "bytes"]
        let rows = [header] + rooms.map(cells)
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.enumerated().map { index, row in
            let cells = row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                // Numbers are aligned to the right.
                return isNumber(column) ? padding + row[column] : row[column] + padding
            }
            let complaint = index == 0 ? nil : rooms[index - 1].complaint
            return (cells + [complaint].compactMap(\.self)).joined(separator: "  ")
        }
    }

    private static func cells(_ room: ListedRoom) -> [String] {
        [
            room.name.text, "\(room.events)", room.people.map { "\($0)" } ?? "?", room.lastVisit,
            "\(room.bytes)",
        ]
    }

    private static func isNumber(_ column: Int) -> Bool { [1, 2, 4].contains(column) }
}

extension ListedRoom {
    /// `2026-11-21`
    fileprivate var lastVisit: String {
        Date(timeIntervalSince1970: Double(day) * 86_400)
            .formatted(.iso8601.year().month().day())
    }

    /// What is wrong with the room.
    fileprivate var complaint: String? {
        switch condition {
        case .sound: nil
        case .setAside: "set aside; calcroom replay puts it back if it can be read"
        case .damaged: "damaged; calcroom replay says where"
        case .newer: "of newer rules"
        }
    }

    /// `{"name":"class","events":12,"people":2,"lastVisit":"2026-11-21","bytes":1834,"state":"sound"}`
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", name.bytes)
        writer.member("events", events)
        if let people {
            writer.member("people", Int64(people))
        } else {
            writer.memberNull("people")
        }
        writer.member("lastVisit", Array(lastVisit.utf8))
        writer.member("bytes", bytes)
        writer.member("state", Array(condition.rawValue.utf8))
        writer.endObject()
        return writer.bytes
    }
}
