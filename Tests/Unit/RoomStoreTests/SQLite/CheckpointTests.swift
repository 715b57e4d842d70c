import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore

// A long read transaction, such as a backup.

@Test func `a reader of the file delays no commit`() throws {
    let file = StoreFile()
    try file.store({ $0.limits.logPagesMax = 20 }) { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        try probe.write(1, to: "hall")
        let reader = try file.beginReading()
        let waits = try (0..<100).map { _ in
            let beginning = MonotonicClock.milliseconds
            try probe.write(1, to: "hall")
            return MonotonicClock.milliseconds - beginning
        }
        try reader.execute("ROLLBACK")
        // A commit that waits for the reader takes five seconds.
        #expect(try #require(waits.max()) < 4_500)
    }
}

@Test func `the write-ahead log starts again although commits never pause`() throws {
    let file = StoreFile()
    try file.store({ $0.limits.logPagesMax = 50 }) { store in
        try store.keepBusy {
            try store.wait(for: "a log") { try file.logSize > 0 }
            for _ in 0..<2 {
                let number = try file.logNumber
                try store.wait(for: "another log") { try file.logNumber != number }
            }
        }
    }
}

@Test func `a long write-ahead log is cut when it starts again`() throws {
    let file = StoreFile()
    try file.store { store in
        try store.holdUp { connection in
            let long = "zeroblob(\(RoomFile.logBytesMax))"
            try connection?.execute("CREATE TABLE long AS SELECT \(long); DROP TABLE long")
        }
        #expect(try file.logSize > RoomFile.logBytesMax)
        try store.keepBusy {
            try store.wait(for: "a shorter log") { try file.logSize <= RoomFile.logBytesMax }
        }
    }
}

@Test func `the write-ahead log is emptied when the last reader ends`() throws {
    let file = StoreFile()
    try file.store { store in
        let probe = StoreProbe(of: store)
        for room in ["hall", "yard"] as [RoomName] {
            try probe.open(room)
            try probe.write(3, to: room)
        }
        let reader = try file.beginReading()
        probe.submit(.forget("hall", ticket: 1))
        try probe.wait(for: .forgotten("hall"))
        usleep(300_000)
        try reader.execute("ROLLBACK")
        try store.wait(for: "an empty log") { try file.logSize == 0 }
    }
}

@Test func `a checkpoint creates no log while the log is moved away`() throws {
    let file = StoreFile()
    try file.store { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        try probe.write(3, to: "hall")
        let (place, elsewhere) = (file.path + "-wal", file.path + "-elsewhere")
        try FileManager.default.moveItem(atPath: place, toPath: elsewhere)
        let checkpointer = Checkpointer(file.options())
        checkpointer.request(truncating: true)
        checkpointer.finish()
        #expect(!FileManager.default.fileExists(atPath: place))
        try FileManager.default.moveItem(atPath: elsewhere, toPath: place)
        try probe.write(1, to: "hall")
    }
    #expect(try file.store { try $0.kept("hall") }.summary.sequence == 4)
}

extension StoreFile {
    fileprivate var logSize: Int {
        get throws {
            let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")
            return try #require(log[.size] as? Int)
        }
    }

    /// The number of restarts of the write-ahead log, from its header.
    fileprivate var logNumber: [UInt8] {
        get throws {
            let log = try FileHandle(forReadingFrom: URL(filePath: path + "-wal"))
            return Array(try #require(try log.read(upToCount: 16)).suffix(4))
        }
    }

    /// Begins a read transaction.
    fileprivate func beginReading() throws -> SQLiteConnection {
        let reader = try SQLiteConnection(path, .reading)
        try reader.execute("BEGIN; SELECT count(*) FROM rooms")
        return reader
    }
}
