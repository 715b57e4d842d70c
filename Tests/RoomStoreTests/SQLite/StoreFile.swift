import Foundation
import SharedRoom
import Testing

@testable import RoomStore

/// A file of rooms and the stores on it, one after the other. What these tests take for rooms are
/// summaries (RoomSummary), so that everything can be seen in them.
final class StoreFile: Sendable {
    let clock = TestClock()
    let notices = Guarded<[StoreNotice]>([])
    private let random = TestRandom()
    private let folder = TemporaryFolder()
    var path: String { folder.path(of: "rooms.db") }

    deinit { folder.remove() }

    func path(of file: String) -> String { folder.path(of: file) }

    /// What an opening needs, with whatever the test wants otherwise.
    func options(_ change: (inout SQLiteOptions) -> Void = { _ in }) -> SQLiteOptions {
        let parts = StoreParts(
            clock: { [clock] in clock.now }, random: { [random] in random.next() },
            eventsKeptMax: 10_000, fold: RoomSummary.fold)
        var options = parts.options(path: path)
        options.report = { [notices] notice in notices.withLock { $0.append(notice) } }
        change(&options)
        return options
    }

    /// A store on the file, which ends well when the body does.
    @discardableResult
    func store<Result>(
        _ change: (inout SQLiteOptions) -> Void = { _ in },
        _ body: (SQLiteStore) throws -> Result
    ) throws -> Result {
        let store = try SQLiteStore(options(change))
        defer { store.close() }
        return try body(store)
    }

    /// Writes events into a room: line 1, 2, 3…
    func fill(
        _ room: RoomName, _ count: Int64, endsWell: Bool = true,
        _ change: (inout SQLiteOptions) -> Void = { _ in }
    ) throws {
        let store = try SQLiteStore(options(change))
        let probe = StoreProbe(of: store)
        try probe.open(room)
        try probe.write(count, to: room)
        if endsWell {
            store.close()
        } else {
            store.abandon()
        }
    }

    /// Looks into the file as it is.
    func number(_ question: String) throws -> Int64 {
        let connection = try SQLiteConnection(path, .reading)
        return try #require(try connection.number(question))
    }

    /// Asks for something as another process does.
    func order(_ kind: RoomOrder.Kind, _ room: RoomName) throws {
        _ = try SQLiteConnection(path, .writing).give(RoomOrder(kind, room))
    }

    /// Changes it, as nobody should.
    func execute(_ statements: String) throws {
        try SQLiteConnection(path, .writing).execute(statements)
    }
}

extension StoreProbe {
    /// Appends so many events one by one, and waits for the last.
    func write(_ count: Int64, to room: RoomName) throws {
        guard case .head(_, _, let head) = try head(of: room) else { return }
        for line in head + 1..<head + count + 1 { append([line], to: room) }
        try follow(room, to: head + count)
    }
}

extension SQLiteStore {
    /// The room as it is kept, read by an edge of its own.
    func kept(_ room: RoomName) throws -> FollowedRoom {
        let probe = StoreProbe(of: self)
        defer { probe.detach() }
        try probe.open(room)
        return try probe.follow(room, to: 0)
    }

    /// Always has an append waiting while the body runs: an edge asks for the next one while it is told
    /// of the last, which only a test may.
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

    /// Waits until a condition holds; what a store does by itself it does soon.
    func wait(for what: String, _ isSo: () throws -> Bool) throws {
        let deadline = Date().addingTimeInterval(60)
        while try !isSo() {
            guard Date() < deadline else { throw Inbox.TimedOut(what: what, reportCount: 0) }
            // Another errand lets it work.
            StoreProbe(of: self).detach()
        }
    }
}
