import SharedRoom

@testable import RedisStore
@testable import RoomStore
@testable import SQLiteStore
@testable import WebServer

/// Decodes a frame as server, as client, and as a line of a log. A decoded message must survive encoding.
func decodeFrames(_ bytes: [UInt8]) {
    if let message = try? ClientMessage.decode(bytes) {
        let again = try? ClientMessage.decode(message.encoded, limits: .init())
        require(again == message, "\(message)")
    }
    if let message = try? ServerMessage.decode(bytes) {
        require((try? ServerMessage.decode(message.encoded)) == message, "\(message)")
    }
    if let event = try? Event.decode(line: bytes) {
        require((try? Event.decode(line: event.line())) == event, "\(event)")
    }
}

/// Parses the head of a request, and everything that the server reads from it.
func parseHead(_ bytes: [UInt8]) {
    guard case .head(let head, let count) = RequestHead.parse(bytes) else { return }
    require(count <= bytes.count, "a head is longer than its input")
    require(head.path.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }, head.path)
    if let room = head.room { require(RoomAddress.name(room.text) == room, head.path) }
    _ = head.handshakeRefusal
    _ = DocumentQuery(head.query)
    _ = DocumentRoute(head.path)
    _ = head.forwardedFor.map { ClientAddress(forwarded: $0) }
    if let host = head.host {
        _ = Authority(host, defaultPort: "80")
        if let origin = head["origin"] { _ = Authority.isSame(origin: origin, host: host) }
    }
}

/// Decodes the contents of the rows of a file, after their checksums.
func decodeRecords(_ bytes: [UInt8]) {
    var source = ByteSource(bytes)
    let kind = source.next(below: 4)
    let rest = Array(bytes.dropFirst())
    switch kind {
    case 0:
        guard let room = try? Room(decoding: rest) else { return }
        require(room.snapshot == rest, "a snapshot changes")
    case 1:
        let block = EventBlock(first: 1, text: rest)
        guard let events = try? block.events, !events.isEmpty else { return }
        require((try? EventBlock(events).events) == events, "\(events)")
    case 2:
        guard let entry = try? TapeEntry.decode(line: rest) else { return }
        require((try? TapeEntry.decode(line: entry.line)) == entry, "\(entry)")
    default:
        guard let name = RoomName(normal: rest) else { return }
        require(name.bytes == rest, "a name changes")
    }
}

/// Decodes an answer of Redis.
func decodeReply(_ bytes: [UInt8]) {
    var source = ByteSource(bytes)
    let reply = source.reply(depth: 0)
    _ = RedisRoomState(reply)?.isWhole
    if let rows = reply.list { _ = RedisEvents(rows: rows) }
    _ = reply.integer
    if let text = reply.bytes {
        _ = RedisPresence(text)
        _ = RedisKeys().name(ofChannel: text)
        _ = RedisEvents.decoded(source.number(), [(source.number(), text)])
    }
}

extension ByteSource {
    /// A reply with at most four levels. Some have the shape of a room, or of its events.
    fileprivate mutating func reply(depth: Int) -> RedisReply {
        switch depth < 4 ? next(below: 9) : next(below: 5) {
        case 0: .nothing
        case 1: .number(number())
        case 2: .failure("ERR")
        case 3: .bytes(bytes(Int(byte())))
        case 4: .bytes(Array(String(number()).utf8))
        case 5:
            .list([
                .bytes(Array(String(number(), radix: 16).utf8)), .number(number()),
                .number(number()), .number(number()), reply(depth: depth + 1), rows(),
                reply(depth: depth + 1),
            ])
        case 6: rows()
        default: .list((0..<next(below: 8)).map { _ in reply(depth: depth + 1) })
        }
    }

    private mutating func rows() -> RedisReply {
        .list(
            (0..<next(below: 4)).map { _ in
                .list([
                    .bytes(Array("0-\(number())".utf8)),
                    .list([
                        .bytes([]), .bytes(Array(String(number()).utf8)), .bytes([]),
                        .bytes(bytes(Int(byte()))), reply(depth: 4), reply(depth: 4),
                    ]),
                ])
            })
    }
}
