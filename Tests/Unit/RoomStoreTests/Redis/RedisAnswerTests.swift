import SharedRoom
import Testing

@testable import RedisStore
@testable import RoomStore

/// Fuzzing found that impossible numbers in Redis stopped the server.
@Test(arguments: [(1, 0), (0, 0), (-1, 0), (1, -1), (.max, 0), (1, .max), (.min, .min)])
func `events with impossible numbers are invalid`(first: Int64, time: Int64) {
    let events = RedisEvents.decoded(first, [(time, body)])
    #expect((events != nil) == (first == 1 && time == 0))
}

@Test func `a stream with an impossible time is invalid`() {
    #expect(RedisEvents(rows: [row(1, time: 5)])?.events.map(\.time) == [5])
    #expect(RedisEvents(rows: [row(1, time: -5)]) == nil)
}

@Test(arguments: [(2, 1, true), (1, 2, false), (-1, 0, false), (0, -1, false), (2, .max, false)])
func `a room with impossible numbers is invalid`(head: Int64, compacted: Int64, isWhole: Bool) {
    let state = RedisRoomState(
        .list([
            .bytes([0x37]), .number(head), .number(4), .number(compacted), .bytes([1]),
            .list([row(2, time: 5)]), .number(0), .list([]), .nothing, .number(head),
        ]))
    #expect((state?.isWhole ?? false) == isWhole)
}

private let body = Array(#""by":1,"n":1,"press":"7"}"#.utf8)

private func row(_ sequence: Int64, time: Int64) -> RedisReply {
    .list([
        .bytes(Array("0-\(sequence)".utf8)),
        .list([.bytes([]), .bytes(Array("\(time)".utf8)), .bytes([]), .bytes(body)]),
    ])
}
