import Foundation
import RunningPrograms
import SharedRoom

@testable import RoomStore
@testable import SQLiteStore

/// A room file in a temporary folder, with its store.
final class StoredFile {
    let options: SQLiteOptions
    private var opened: SQLiteStore?
    private let folder: TemporaryFolder

    /// - Parameter eventsKeptMax: The maximum number of stored events. Half of them are history, which has a
    ///   snapshot after each quarter.
    init(eventsKeptMax: Int = 30_000) throws {
        folder = try TemporaryFolder()
        var options = SQLiteOptions(
            path: folder.path(of: "rooms.db"), StoreOptions(clock: { RoomStory.now }))
        // No test here cuts the power.
        options.durability = .none
        let quarter = max(1, eventsKeptMax / 4)
        options.limits.roomJournalEventsMax = min(256, quarter)
        options.limits.history.eventsPerMilestone = Int64(quarter)
        options.limits.history.eventsMax = Int64(quarter * 2)
        self.options = options
        opened = try SQLiteStore(options)
    }

    deinit { opened?.close() }

    var path: String { options.path }

    var store: SQLiteStore {
        guard let opened else { preconditionFailure("the store is closed") }
        return opened
    }

    /// Closes the store and waits until the file is unlocked.
    func close() throws {
        opened?.close()
        opened = nil
        _ = try Wait.until { try? FileLock(of: path) }
    }

    /// The path of another file in the folder.
    func path(of name: String) -> String { folder.path(of: name) }

    /// Waits until the store has answered all requests and finished its background work.
    func settle() { _ = store.roomCount }

    /// Changes the file without the store.
    func change(_ statement: String) throws {
        try SQLiteConnection(path, .writing).run(statement)
    }

    /// True if the database or its write-ahead log contains the text. Another process reads them: a process that closes
    /// a file loses the locks of its other connections to it.
    func contains(_ text: String) throws -> Bool {
        let files = ["", "-wal", "-journal"].map { path + $0 }
        return try Child.run(["/bin/grep", "-qsF", text] + files).status == 0
    }

    func number(_ statement: String) throws -> Int64? {
        try SQLiteConnection(path, .reading).number(statement)
    }
}
