import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore

/// A file that stores open one after the other, with `RoomSummary` instead of `Room`.
final class StoreFile: Sendable {
    let clock = TestClock()
    let notices = Guarded<[StoreNotice]>([])
    private let random = TestRandom()
    private let folder = TemporaryFolder()
    var path: String { folder.path(of: "rooms.db") }

    deinit { folder.remove() }

    func path(of file: String) -> String { folder.path(of: file) }

    /// The options of a store, with changes for a test.
    func options(_ change: (inout SQLiteOptions) -> Void = { _ in }) -> SQLiteOptions {
        let parts = StoreParts(
            clock: { [clock] in clock.now }, random: { [random] in random.next() },
            eventsKeptMax: 10_000)
        var options = parts.options(path: path)
        options.common.report = { [notices] notice in notices.withLock { $0.append(notice) } }
        change(&options)
        return options
    }

    /// Opens a store, and closes it after the body.
    @discardableResult
    func store<Result>(
        _ change: (inout SQLiteOptions) -> Void = { _ in },
        _ body: (SQLiteStore) throws -> Result
    ) throws -> Result {
        let store = try SQLiteStore(options(change))
        defer { store.close() }
        return try body(store)
    }

    /// Appends events to a room: line 1, 2, 3…
    func fill(
        _ room: RoomName, _ count: Int64, endsCleanly: Bool = true,
        _ change: (inout SQLiteOptions) -> Void = { _ in }
    ) throws {
        let store = try SQLiteStore(options(change))
        let probe = try StoreProbe(of: store).withOpen(room)
        try probe.write(count, to: room)
        if endsCleanly {
            store.close()
        } else {
            store.abandon()
        }
    }

    /// The first column of the first row of a query.
    func number(_ query: String) throws -> Int64 {
        let connection = try SQLiteConnection(path, .reading)
        return try #require(try connection.number(query))
    }

    /// Writes an order, as another process does.
    func order(_ kind: RoomOrder.Kind, _ room: RoomName) throws {
        _ = try SQLiteConnection(path, .writing).give(RoomOrder(kind, room))
    }

    func execute(_ statements: String) throws {
        try SQLiteConnection(path, .writing).execute(statements)
    }
}

extension StoreProbe {
    /// Appends events one by one, and waits for the last.
    func write(_ count: Int64, to room: RoomName) throws {
        guard let head = try head(of: room) else { return }
        for line in head + 1..<head + count + 1 { append([line], to: room) }
        try follow(room, to: head + count)
    }
}

extension SQLiteStore {
    /// The stored room, opened at a new edge.
    func kept(_ room: RoomName) throws -> FollowedRoom {
        let probe = StoreProbe(of: self)
        defer { probe.detach() }
        try probe.open(room)
        return try probe.follow(room, to: 0)
    }

    /// Keeps an append waiting while the body runs. The edge submits the next one while it receives a report, as only
    /// tests may do.
    func keepBusy(_ body: () throws -> Void) rethrows {
        let (number, isOver) = (Guarded<UInt32>(0), Guarded(false))
        let edge = attach(together: { [unowned self] _ in
            if isOver.withLock({ $0 }) { return }
            let append = LogRequest.append("hall", [Draft(.recall(1))], ticket: 1)
            submit(append, from: number.withLock { $0 })
        })
        number.withLock { $0 = edge }
        defer { isOver.withLock { $0 = true } }
        submit(.open("hall"), from: edge)
        try body()
    }

    /// Waits for the background work of the store.
    func wait(for what: String, _ isDone: () throws -> Bool) throws {
        let deadline = Date().addingTimeInterval(60)
        while try !isDone() {
            guard Date() < deadline else { throw Inbox.TimedOut(what: what) }
            // Any call starts the background work.
            StoreProbe(of: self).detach()
        }
    }
}

extension SQLiteStore {
    /// Makes all writes fail, or succeed again.
    func setWritable(_ isWritable: Bool) {
        holdUp { _ = try? $0?.execute("PRAGMA query_only = \(isWritable ? "OFF" : "ON")") }
    }

    /// Limits the size of the file, like a disk that is full.
    func setPagesMax(_ count: Int64) {
        holdUp { _ = try? $0?.execute("PRAGMA max_page_count = \(count)") }
    }
}
