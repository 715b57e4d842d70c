import Foundation
import SharedRoom
import Testing

@testable import RoomStore

/// A room that rules 1 wrote after twelve events: the one of the session in docs/PROTOCOL.md.
private let roomOfRules1 = """
    AQyom8OijDQBOLv8xNThC+CxeImJVjNE1AYDDQUACAA6AAAABwAHAAAEAQABAwQBAQABAAIFAgEDAAAHAQADBgIIAQIC\
    AAMMBAgBBQAAATCA3U1oMPIfAQcByunBoow0AQU3ICsgNQEADAIxMgIBCxWqfR0hjWHPhHL2F3GV+ANBZGEBAAsBAQAW\
    xGkQj1tjtAYLAgNDbJA99kzaYWA3k1/YCyUDQmVuAgAMAQEAA0NskD32TNoDDAIAAAAAAAAAAA==
    """

@Test func `S80 a room of rules 1 is what it was, and holds no name back`() throws {
    let file = StoreFile()
    try file.fill("hall", 12) { $0.fold = Room.fold }
    var row = try #require(try SQLiteConnection(file.path, .reading).room(1))
    row.snapshot = [UInt8](try #require(Data(base64Encoded: roomOfRules1)))
    try SQLiteConnection(file.path, .writing).write(row)
    let current: (inout SQLiteOptions) -> Void = { ($0.fold, $0.rules) = (Room.fold, Room.rules) }
    let opened = try file.store(current) { try StoreProbe(of: $0).open("hall") }
    let room = try Room(form: try #require(opened.snapshot))
    #expect(room.sequence == 12 && room.view.display == Array("58".utf8) && room.isLocked)
    #expect(room.people.all.map(\.name.bytes) == [Array("Ada".utf8), Array("Ben".utf8)])
    #expect(!room.holdsNames && room.people.all.allSatisfy { $0.nameHeld == nil })
    #expect(opened.epoch != row.epoch)
}
