import Foundation
import SharedRoom

@testable import RoomStore

/// A room file in a temporary folder, with its store.
final class StoredFile {
    let options: SQLiteOptions
    private var opened: SQLiteStore?
    private let folder: URL

    /// - Parameter eventsKeptMax: The maximum number of stored events. Half of them are history, which has a
    ///   snapshot after each quarter.
    init(eventsKeptMax: Int = 30_000) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options = SQLiteOptions(
            path: folder.appending(path: "rooms.db").path, clock: { RoomStory.now },
            random: { .random(in: .min ... .max) })
        // No test here cuts the power.
        options.durability = .none
        let quarter = max(1, eventsKeptMax / 4)
        options.limits.roomJournalEventsMax = min(256, quarter)
        options.limits.history.eventsPerMilestone = Int64(quarter)
        options.limits.history.eventsMax = Int64(quarter * 2)
        self.options = options
        opened = try SQLiteStore(options)
    }

    deinit {
        opened?.close()
        try? FileManager.default.removeItem(at: folder)
    }

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
    func path(of name: String) -> String { folder.appending(path: name).path }

    /// Waits until the store has answered all requests and finished its background work.
    func settle() { _ = store.roomCount }

    /// Changes the file without the store.
    func change(_ statement: String) throws {
        try SQLiteConnection(path, .writing).run(statement)
    }

    func number(_ statement: String) throws -> Int64? {
        try SQLiteConnection(path, .reading).number(statement)
    }
}
