import Foundation
import SharedRoom
import Testing

@testable import RoomStore

/// A room that rules 1 wrote after twelve events: the one of the session in docs/protocol.md.
private let roomOfRules1 = """
    AQyom8OijDQBOLv8xNThC+CxeImJVjNE1AYDDQUACAA6AAAABwAHAAAEAQABAwQBAQABAAIFAgEDAAAHAQADBgIIAQIC\
    AAMMBAgBBQAAATCA3U1oMPIfAQcByunBoow0AQU3ICsgNQEADAIxMgIBCxWqfR0hjWHPhHL2F3GV+ANBZGEBAAsBAQAW\
    xGkQj1tjtAYLAgNDbJA99kzaYWA3k1/YCyUDQmVuAgAMAQEAA0NskD32TNoDDAIAAAAAAAAAAA==
    """

/// The same room as rules 2 wrote it, with a bill: two people, an item, and a guest.
@Test func `S80 a room of rules 2 or 3 keeps its bill`() throws {
    let oldest = [UInt8](try #require(Data(base64Encoded: roomOfRules1)))
    var room = try #require(Room(snapshot: oldest))
    let steps: [BillStep] = [
        .basis(.amount), .add(1), .add(2), .amount(try #require(AmountText(Array("95.00".utf8)))),
        .addGuest(try #require(PersonName(Array("Opa".utf8)))),
    ]
    for (count, step) in steps.enumerated() {
        let signature = Signature(author: 1, pen: 0, number: Int64(9 + count))
        let draft = Draft(.bill(step), signature: signature)
        _ = room.apply(Event(sequence: room.sequence + 1, time: room.time, draft: draft))
    }
    #expect(room.snapshot.suffix(4) == [0, 0, 0, 0])
    for (rules, missing) in [(2, 4), (3, 1)] as [(UInt8, Int)] {
        let older = [rules] + room.snapshot.dropFirst().dropLast(missing)
        #expect(try #require(Room(snapshot: older)) == room)
        #expect(throws: (any Error).self) { try Room(decoding: older) }
    }
}

@Test func `S80 a room of rules 1 is what it was, and holds no name back`() throws {
    let file = StoreFile()
    try file.fill("hall", 12) { $0.fold = Room.fold }
    var row = try #require(try SQLiteConnection(file.path, .reading).room(1))
    row.snapshot = [UInt8](try #require(Data(base64Encoded: roomOfRules1)))
    try SQLiteConnection(file.path, .writing).write(row)
    let current: (inout SQLiteOptions) -> Void = { ($0.fold, $0.rules) = (Room.fold, Room.rules) }
    let opened = try file.store(current) { try StoreProbe(of: $0).open("hall") }
    let room = try Room(decoding: try #require(opened.snapshot))
    #expect(room.sequence == 12 && room.view.display == Array("58".utf8) && room.isLocked)
    #expect(room.people.all.map(\.name.bytes) == [Array("Ada".utf8), Array("Ben".utf8)])
    #expect(!room.holdsNames && room.people.all.allSatisfy { $0.nameHeld == nil })
    #expect(opened.epoch != row.epoch)
}

@Test func `S80 a tape that was cleared before a room is renewed stays so`() throws {
    let file = StoreFile()
    try file.fill("hall", 3)
    try file.store { _ = try $0.kept("hall") }
    let store = try SQLiteStore(file.options())
    let probe = StoreProbe(of: store)
    try probe.open("hall")
    let signature = Signature(author: 1, pen: 0, number: 4)
    probe.submit(.append("hall", [Draft(.clearTape, signature: signature)], ticket: 1))
    try probe.follow("hall", to: 4)
    store.abandon()
    let answer = try file.store({ $0.rules = 2 }) { store in
        let probe = StoreProbe(of: store)
        try probe.open("hall")
        return try probe.answer(to: 2, .tape("hall", before: .max, count: 9, ticket: 2))
    }
    guard case .tape(_, _, let lines) = answer else { throw StoreProbe.Unexpected(report: answer) }
    #expect(lines.map(\.sequence) == [4])
}
