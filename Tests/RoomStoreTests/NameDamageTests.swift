import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore

// Damage to the index of room names.

@Test func `a damaged index of names is rebuilt`() throws {
    let file = StoreFile()
    for room in ["attic", "hall", "yard"] as [RoomName] { try file.fill(room, 3) }
    try file.damageIndex()
    #expect(throws: StoreError.damaged(path: file.path, what: "the names of its rooms")) {
        try FileArchive(file.path)
    }
    try file.store { store in
        for room in ["attic", "hall", "yard"] as [RoomName] {
            let kept = try store.kept(room)
            #expect(kept.summary.sequence == 3)
        }
    }
    #expect(try FileArchive(file.path).names == ["attic", "hall", "yard"])
}

@Test func `a file without one of its rooms is refused`() throws {
    let file = StoreFile()
    for room in ["attic", "hall"] as [RoomName] { try file.fill(room, 3) }
    try file.execute("DELETE FROM rooms WHERE name = CAST('hall' AS BLOB)")
    #expect(throws: StoreError.damaged(path: file.path, what: "the names of its rooms")) {
        try file.store { _ in }
    }
}

@Test func `the hash of all names is right after rooms are created and forgotten`() throws {
    let file = StoreFile()
    for round in 0..<3 {
        try file.store { store in
            let probe = StoreProbe(of: store)
            for number in 0..<20 {
                let room = RoomName("room-\(number)")
                try probe.open(room)
                try probe.write(1, to: room)
                if number % 3 == round { probe.submit(.forget(room, ticket: 9)) }
            }
        }
        _ = try FileArchive(file.path)
    }
}

extension StoreFile {
    /// Changes one byte of a name in the index.
    fileprivate func damageIndex() throws {
        let page = try number(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_rooms_1'")
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = Int(page - 1) * 4_096..<Int(page) * 4_096
        let name = try #require(bytes.range(of: Data("hall".utf8), in: place))
        bytes[name.lowerBound] = UInt8(ascii: "z")
        try bytes.write(to: URL(filePath: path))
    }
}
