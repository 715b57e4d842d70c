import Foundation
import SharedRoom

@testable import RoomStore

/// The file of a store in a folder that goes with it.
final class StoredFile {
    let options: SQLiteOptions
    private var opened: SQLiteStore?
    private let folder: URL

    /// - Parameter eventsKeptMax: Half of it is the history, in which every quarter begins with a
    ///   snapshot.
    init(eventsKeptMax: Int = 30_000) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var options = SQLiteOptions(
            path: folder.appending(path: "rooms.db").path, clock: { RoomStory.now },
            random: { .random(in: .min ... .max) })
        // Nobody cuts the power.
        options.durability = .none
        let quarter = max(1, eventsKeptMax / 4)
        options.limits.unfoldedEventsMax = min(256, quarter)
        options.limits.eventsPerMilestone = Int64(quarter)
        options.limits.historyEventsMax = Int64(quarter * 2)
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

    /// Ends the store, and returns when nobody has the file open any more.
    func close() throws {
        opened?.close()
        opened = nil
        _ = try Wait.until { try? FileLock(of: path) }
    }

    /// Another file in the folder.
    func path(of name: String) -> String { folder.appending(path: name).path }

    /// Returns when everything that was asked for is done, and what a store does by itself.
    func settle() { _ = store.roomCount }

    /// Changes the file behind everybody's back.
    func change(_ statement: String) throws {
        try SQLiteConnection(path, .writing).run(statement)
    }

    func number(_ statement: String) throws -> Int64? {
        try SQLiteConnection(path, .reading).number(statement)
    }
}
