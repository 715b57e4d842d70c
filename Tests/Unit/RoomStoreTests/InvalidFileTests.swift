import Foundation
import RoomStore
import Testing

@testable import SQLiteStore

/// Foreign and incomplete files.
@Suite struct InvalidFileTests {
    @Test(arguments: [1, 15, 100, 512, 4_096, 8_192, 100_000])
    func `a foreign file is refused and not changed`(count: Int) throws {
        let text = Array(repeatElement("Shopping: apples, pears. ", count: count).joined().utf8)
        for bytes in [[UInt8](repeating: 0, count: count), Array(text.prefix(count))] {
            let file = StoreFile()
            try Data(bytes).write(to: URL(filePath: file.path))
            #expect(throws: StoreError.notOurs(path: file.path)) { try file.store { _ in } }
            #expect(FileManager.default.contents(atPath: file.path) == Data(bytes))
        }
    }

    @Test func `another program's database is refused`() throws {
        let file = StoreFile()
        let other = try SQLiteConnection(file.path, .creating)
        try other.execute("CREATE TABLE recipes (name TEXT)")
        #expect(throws: StoreError.notOurs(path: file.path)) { try file.store { _ in } }
    }

    @Test func `a path that is not a regular file is refused`() throws {
        let (folder, pipe, link) = (StoreFile(), StoreFile(), StoreFile())
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: false)
        #expect(mkfifo(pipe.path, 0o644) == 0)
        #expect(symlink("nowhere/to/be/found", link.path) == 0)
        for file in [folder, pipe, link] { file.expectNotReachable() }
        for part in ["-wal", "-shm", "-lock"] {
            let file = StoreFile()
            try FileManager.default.createDirectory(
                atPath: file.path + part, withIntermediateDirectories: false)
            #expect(throws: StoreError.self) { try file.store { _ in } }
        }
    }

    /// Root may read every file, so the thread changes its user.
    @Test func `a file without read permission is refused`() throws {
        let file = StoreFile()
        try file.store { _ in }
        for part in ["", "-lock"] { chmod(file.path + part, 0) }
        _ = setFileUser(65_534)
        defer { _ = setFileUser(geteuid()) }
        file.expectNotReachable()
    }

    @Test func `a write-ahead log without its database file is refused`() throws {
        let store = try RecordedStore(seed: 1)
        for bytes in [nil, [UInt8]()] {
            let file = StoreFile()
            var files = store.running
            files[.main] = bytes
            try files.write(to: file.path)
            #expect {
                try file.store { _ in }
            } throws: { error in
                if case StoreError.damaged = error { true } else { false }
            }
            #expect(StoreFiles(at: file.path)[.log] == store.running[.log])
        }
    }

    @Test(arguments: [
        "DROP INDEX historyByRoom", "CREATE INDEX more ON rooms (time)",
        "CREATE TRIGGER sly AFTER INSERT ON journal BEGIN DELETE FROM rooms; END",
        "CREATE VIEW hosts AS SELECT * FROM rooms", "ALTER TABLE tape RENAME COLUMN line TO lines",
    ])
    func `a file with a changed schema is refused, also by commands`(change: String) throws {
        let file = StoreFile()
        try file.store { _ in }
        try file.execute(change)
        for use: () throws -> Void in [
            { try file.store { _ in } },
            { _ = try FileArchive(file.path) },
            { try RoomOrder(.forget, "hall").execute(in: file.path) },
        ] {
            #expect(
                throws: StoreError.damaged(path: file.path, what: changedSchema), performing: use)
        }
    }
}

private let changedSchema =
    "it has other tables, indexes, views or triggers than this program makes"

/// Sets the user with whose permissions this thread accesses files. Only root may change it.
@_silgen_name("setfsuid")
private func setFileUser(_ user: UInt32) -> Int32

extension StoreFile {
    fileprivate func expectNotReachable() {
        #expect {
            try store { _ in }
        } throws: { error in
            if case StoreError.notReachable = error { true } else { false }
        }
    }
}
