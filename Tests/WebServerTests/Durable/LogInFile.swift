import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

/// The event log of a room in a database file that no server uses.
struct LogInFile {
    let epoch: UInt64
    let played: ReplayedLog

    init(of name: RoomName, in store: SQLiteStore) throws {
        let reader = store.makeReader()
        let room = try #require(try reader.room(name))
        let log = StoredLog(name, room)
        epoch = room.epoch
        var events: [Event] = []
        while true {
            let page = try reader.events(after: events.last?.sequence ?? 0, of: log)
            if page.isEmpty { break }
            events += page
        }
        played = ReplayedLog(events)
    }
}
