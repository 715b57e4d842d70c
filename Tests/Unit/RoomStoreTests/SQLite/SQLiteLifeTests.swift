import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore

@Test(arguments: [true, false])
func `the next store on a file has all reported events`(endsCleanly: Bool) throws {
    let file = StoreFile()
    var before: [RoomName: FollowedRoom] = [:]
    let names = (0..<20).map { RoomName("room-\($0)") }
    let first = try SQLiteStore(file.options())
    let probe = StoreProbe(of: first)
    for (index, name) in names.enumerated() {
        try probe.open(name)
        file.clock.now += 1_000
        try probe.write(Int64(index) + 1, to: name)
        before[name] = try first.kept(name)
    }
    if endsCleanly { first.close() } else { first.abandon() }
    try file.store { store in
        for name in names {
            let now = try store.kept(name)
            #expect(now.summary == before[name]?.summary)
            #expect(now.opened.epoch == before[name]?.opened.epoch)
            let next = try StoreProbe(of: store).withOpen(name)
            try next.write(1, to: name)
        }
    }
}

@Test func `after a clean end the folder has only the file and its lock`() throws {
    let file = StoreFile()
    try file.fill("hall", 3)
    let folder = URL(filePath: file.path).deletingLastPathComponent().path
    #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            == ["rooms.db", "rooms.db-lock"])
}

@Test func `the store does not create the folder of its file`() throws {
    let file = StoreFile()
    let folder = file.path(of: "nowhere")
    let path = folder + "/rooms.db"
    #expect(
        throws: StoreError.notReachable(path: path, why: "there is no folder \(folder)")
    ) {
        try SQLiteStore(file.options { $0.path = path })
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
}

@Test func `a store that is refused a file leaves the locks of others`() throws {
    let file = StoreFile()
    let store = try SQLiteStore(file.options())
    defer { store.close() }
    try Threads.run(4) { number in
        for _ in 0..<500 {
            if number == 0 {
                #expect(throws: StoreError.self) { try FileLock(of: file.path) }
                continue
            }
            let descriptor = open(file.path + "-lock", O_RDONLY)
            #expect(close(descriptor) == 0)
        }
    }
}

@Test func `a file has one store, whichever path leads to it`() throws {
    let file = StoreFile()
    let store = try SQLiteStore(file.options())
    defer { store.close() }
    let (soft, hard) = (file.path(of: "soft.db"), file.path(of: "hard.db"))
    #expect(symlink(file.path, soft) == 0 && link(file.path, hard) == 0)
    #expect(unlink(file.path + "-lock") == 0)
    for path in [soft, hard, file.path] {
        #expect(throws: StoreError.inUse(path: path, process: nil)) {
            try SQLiteStore(file.options { $0.path = path })
        }
    }
}

@Test func `a file is locked until its store ends`() throws {
    let file = StoreFile()
    for endsCleanly in [true, false] {
        let store = try SQLiteStore(file.options())
        #expect(throws: StoreError.inUse(path: file.path, process: getpid())) {
            try SQLiteStore(file.options())
        }
        if endsCleanly { store.close() } else { store.abandon() }
    }
    try file.store { _ in }
}

@Test func `a newer file is refused with both versions`() throws {
    let file = StoreFile()
    try file.fill("hall", 1)
    try file.execute("PRAGMA user_version = 7")
    let error = StoreError.newer(path: file.path, version: 7, known: 1)
    #expect(throws: error) { try SQLiteStore(file.options()) }
    #expect(error.message.contains("its format is 7, this one supports 1"))
}

@Test(arguments: Durability.allCases, [true, false])
func `rooms get new epochs if reported events may be lost`(
    durability: Durability, endsCleanly: Bool
) throws {
    let file = StoreFile()
    try file.fill("hall", 3, endsCleanly: endsCleanly) { $0.durability = durability }
    let epochs = try (0..<2).map { _ in
        try file.store({ $0.durability = durability }) { try $0.kept("hall").opened.epoch }
    }
    let before = file.firstEpoch
    #expect((epochs[0] == before) == (durability == .full || endsCleanly))
    #expect(epochs[0] == epochs[1])
}

@Test func `the rooms of a copied file get new epochs`() throws {
    let file = StoreFile()
    try file.fill("hall", 3)
    let copy = file.path(of: "copy.db")
    try FileManager.default.copyItem(atPath: file.path, toPath: copy)
    let kept = try file.store { try $0.kept("hall") }
    let copied = try file.store({ $0.path = copy }) { try $0.kept("hall") }
    #expect(copied.opened.epoch != kept.opened.epoch)
    #expect(copied.summary == kept.summary)
}

extension StoreFile {
    /// The XOR of the first two random numbers, which are the values of the file and of its first room.
    fileprivate var firstEpoch: UInt64 {
        let random = TestRandom()
        _ = random.next()
        return random.next()
    }
}

/// A log of 128 KiB or more once kept a server from storing anything until it was restarted.
@Test(arguments: [10_000, 300_000, 3_000_000])
func `a file with a log of any length is opened again after an I/O error`(bytes: Int64) throws {
    let file = StoreFile()
    let opened = try RoomFile(SQLiteOptions(path: file.path))
    try opened.write { (connection) throws(SQLiteFailure) in
        try connection.run(
            "INSERT INTO tape (room, sequence, line, checksum) VALUES (1, 1, zeroblob(?), 0)",
            .number(bytes))
    }
    opened.close()
    try opened.reopen()
    #expect(try opened.connection.number("SELECT length(line) FROM tape") == bytes)
}
