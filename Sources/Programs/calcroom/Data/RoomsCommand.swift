import CommandLineKit
import Foundation
import RedisStore
import RoomStore
import SQLiteStore
import SharedRoom

extension Command {
    static let rooms = Command(
        name: "rooms",
        operands: "",
        summary: "Lists the rooms of a data file or a Redis.",
        details: """
            Prints one line per room: its name, the numbers of events and people, the day of the
            last visit (UTC; in Redis, of the last event), the stored bytes, and any problem.
            Servers may use the file or the Redis.

              calcroom rooms --data calcroom.db
            """,
        options: DataLocation.options + [json]
    ) { arguments throws(CommandError) in
        let archive = try DataLocation(arguments).openArchive()
        let rooms = try DataLocation.reportingErrors { () throws(StoreError) in
            try archive.rooms
        }
        if arguments.contains(json) {
            for room in rooms { print(String(decoding: room.json, as: UTF8.self)) }
        } else {
            for line in RoomTable.lines(rooms) { print(line) }
        }
    }

    private static let json = CommandOption(
        name: "json", value: nil, summary: "prints one JSON object per line")

    static let forget = Command(
        name: "forget",
        operands: "ROOM",
        summary: "Deletes a room from a data file or a Redis.",
        details: """
            Permanently deletes the events, the tape and the names, without asking. Servers that
            have the room open disconnect the people in it within a second. Backups are not changed.

              calcroom forget party --data calcroom.db
            """,
        options: DataLocation.options
    ) { arguments throws(CommandError) in
        let location = try DataLocation(arguments)
        let name = try location.room(arguments, for: "forget").0
        try DataLocation.reportingErrors { () throws(StoreError) in
            switch location {
            case .file(let path): try RoomOrder(.forget, name).execute(in: path)
            case .redis(let address): try RedisArchive(address).forget(name)
            }
        }
        print("forgot \(name.text)")
    }
}

/// The rooms as a table with aligned columns.
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
            let problem = index == 0 ? nil : rooms[index - 1].problem
            return (cells + [problem].compactMap(\.self)).joined(separator: "  ")
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

    /// The reason why the room cannot be served; nil if it can.
    fileprivate var problem: String? {
        switch condition {
        case .sound: nil
        case .setAside: "set aside; run calcroom replay to check it and put it back"
        case .damaged: "damaged; run calcroom replay for details"
        case .otherRules: "written by a version with other rules"
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
