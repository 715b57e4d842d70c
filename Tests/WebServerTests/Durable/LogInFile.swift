import Foundation
import SharedRoom

@testable import RoomStore
@testable import WebServer

/// The event log of a room in a database file that no server uses.
struct LogInFile {
    let epoch: UInt64
    let played: ReplayedLog

    init(of name: RoomName, in store: SQLiteStore) throws {
        let received = Guarded<[LogReport]>([])
        let edge = store.attach { report in received.withLock { $0.append(report) } }
        defer { store.detach(edge) }
        store.submit(.open(name, ticket: 0), from: edge)
        store.submit(.read(name, from: 1, count: .max, ticket: 1), from: edge)
        let reports = try Wait.until { received.withLock { $0.count == 2 ? $0 : nil } }
        guard case .opened(_, _, let opened) = reports[0], case .read(_, _, let part) = reports[1]
        else { throw Unreadable(report: reports[0]) }
        epoch = opened.epoch
        played = ReplayedLog(part.events)
    }

    struct Unreadable: Error { var report: LogReport }

    /// Opens the database like a new server.
    static func open(_ path: String) throws -> SQLiteStore {
        try SQLiteStore(
            SQLiteOptions(
                path: path, clock: { Int64(Date().timeIntervalSince1970 * 1_000) },
                random: { UInt64.random(in: .min ... .max) }))
    }
}
