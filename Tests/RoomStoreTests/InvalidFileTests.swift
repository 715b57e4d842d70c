import Foundation
import RoomStore
import Testing

@testable import RoomStore

/// Foreign and incomplete files.
@Suite struct InvalidFileTests {
    @Test(arguments: [1, 15, 100, 512, 4_096, 8_192, 100_000])
    func `a foreign file is refused and not changed`(count: Int) throws {
        let text = Array(repeatElement("Shopping: apples, pears. ", count: count).joined().utf8)
        for bytes in [[UInt8](repeating: 0, count: count), Array(text.prefix(count))] {
            try Place.with { place in
                try Data(bytes).write(to: URL(filePath: place.file))
                #expect(throws: RoomFileError.notOurs(path: place.file)) { try place.open() }
                #expect(FileManager.default.contents(atPath: place.file) == Data(bytes))
            }
        }
    }

    @Test func `another program's database is refused`() throws {
        try Place.with { place in
            let other = try SQLiteConnection(place.file, .creating)
            try other.execute("CREATE TABLE recipes (name TEXT)")
            #expect(throws: RoomFileError.notOurs(path: place.file)) { try place.open() }
        }
    }

    @Test func `a path that is not a regular file is refused`() throws {
        try Place.with { place in
            try FileManager.default.createDirectory(
                atPath: place.file, withIntermediateDirectories: false)
            try place.expectNotReachable()
        }
        try Place.with { place in
            #expect(mkfifo(place.file, 0o644) == 0)
            try place.expectNotReachable()
        }
        try Place.with { place in
            #expect(symlink("nowhere/to/be/found", place.file) == 0)
            try place.expectNotReachable()
        }
        for part in ["-wal", "-shm", "-lock"] {
            try Place.with { place in
                try FileManager.default.createDirectory(
                    atPath: place.file + part, withIntermediateDirectories: false)
                #expect(throws: RoomFileError.self) { try place.open() }
            }
        }
    }

    /// Root may read every file, so the thread changes its user.
    @Test func `a file without read permission is refused`() throws {
        try Place.with { place in
            try place.open()
            for part in ["", "-lock"] { chmod(place.file + part, 0) }
            _ = setFileUser(65_534)
            defer { _ = setFileUser(geteuid()) }
            try place.expectNotReachable()
        }
    }

    @Test func `a write-ahead log without its database file is refused`() throws {
        let store = try RecordedStore(seed: 1)
        for bytes in [nil, [UInt8]()] {
            try Place.with { place in
                var files = store.running
                files[.main] = bytes
                try files.write(to: place.file)
                #expect {
                    try place.open()
                } throws: { error in
                    if case RoomFileError.damaged = error { true } else { false }
                }
                #expect(StoreFiles(at: place.file)[.log] == store.running[.log])
            }
        }
    }

    @Test func `a file with a changed schema is refused`() throws {
        for change in [
            "DROP INDEX historyByRoom", "CREATE INDEX more ON rooms (time)",
            "CREATE TRIGGER sly AFTER INSERT ON journal BEGIN DELETE FROM rooms; END",
            "ALTER TABLE tape RENAME COLUMN line TO lines",
        ] {
            try Place.with { place in
                try place.open()
                do { try SQLiteConnection(place.file, .writing).execute(change) }
                #expect(throws: RoomFileError.damaged(path: place.file, what: "its schema")) {
                    try place.open()
                }
            }
        }
    }
}

/// Sets the user with whose permissions this thread accesses files. Only root may change it.
@_silgen_name("setfsuid")
private func setFileUser(_ user: UInt32) -> Int32

/// The path of a file in a folder of its own.
private struct Place {
    let file: String

    static func with(_ body: (Place) throws -> Void) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try body(Place(file: folder.path(of: "rooms.db")))
    }

    /// Opens a store there, and closes it.
    func open() throws {
        try SQLiteStore(RecordedStore.options(file)).close()
    }

    func expectNotReachable() throws {
        #expect {
            try open()
        } throws: { error in
            if case RoomFileError.notReachable = error { true } else { false }
        }
    }
}
