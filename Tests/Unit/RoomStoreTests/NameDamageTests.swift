import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore

// Damage to the index of room names.

@Test func `a damaged index of names is rebuilt`() throws {
    let file = StoreFile()
    for room in ["attic", "hall", "yard"] as [RoomName] { try file.fill(room, 3) }
    try file.damage("hall", in: "sqlite_autoindex_rooms_1")
    #expect(throws: StoreError.damaged(path: file.path, what: "the index of room names")) {
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

@Test func `a damaged name is that of a damaged room, and the index stays`() throws {
    let file = StoreFile()
    try file.fill("hall", 3)
    try file.damage("hall", in: "rooms")
    #expect(try FileArchive(file.path).names == ["hall"])
    try file.store { store in
        let refused = LogReport.refused("hall", ticket: 0, .setAside)
        let answer = try StoreProbe(of: store).answer(to: 0, .open("hall"))
        #expect(answer == refused)
    }
}

@Test func `a file whose table has lost a room is refused`() throws {
    let file = StoreFile()
    for room in ["attic", "hall"] as [RoomName] { try file.fill(room, 3) }
    // The number of cells in the page.
    try file.change("rooms") { page in page[page.startIndex + 4] -= 1 }
    #expect(throws: StoreError.damaged(path: file.path, what: "the table of rooms")) {
        try file.store { _ in }
    }
}

extension StoreFile {
    /// Changes one byte of a name in a table or an index.
    fileprivate func damage(_ room: String, in table: String) throws {
        try change(table) { page in
            let name = try #require(page.range(of: Data(room.utf8)))
            page[name.lowerBound] = UInt8(ascii: "z")
        }
    }

    /// Changes the first page of a table or an index.
    fileprivate func change(_ table: String, _ body: (inout Data) throws -> Void) throws {
        let page = try number("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
        var bytes = try Data(contentsOf: URL(filePath: path))
        try body(&bytes[Int(page - 1) * 4_096..<Int(page) * 4_096])
        try bytes.write(to: URL(filePath: path))
    }
}
