import SharedRoom

/// The words of commands: keys and values.
enum RedisWords {
    static let life = Array("calcroom:life".utf8)
    static let nodes = Array("calcroom:nodes".utf8)
    static let nodePrefix = Array("calcroom:node:".utf8)

    /// The room, which is also the channel of its messages.
    static func room(_ name: RoomName) -> [UInt8] { roomPrefix + name.bytes }
    static func events(_ name: RoomName) -> [UInt8] { room(name) + Array(":events".utf8) }
    static func tape(_ name: RoomName) -> [UInt8] { room(name) + Array(":tape".utf8) }
    static func present(_ name: RoomName) -> [UInt8] { room(name) + Array(":present".utf8) }

    /// The keys with the stored data of a room.
    static func storedKeys(_ name: RoomName) -> [[UInt8]] {
        [room(name), events(name), tape(name)]
    }

    static func name(ofChannel channel: [UInt8]) -> RoomName? {
        channel.starts(with: roomPrefix)
            ? RoomName(normal: channel.dropFirst(roomPrefix.count)) : nil
    }

    private static let roomPrefix = Array("calcroom:room:".utf8)

    static func word(_ text: String) -> [UInt8] { Array(text.utf8) }
    static func word(_ number: some BinaryInteger) -> [UInt8] { Array(String(number).utf8) }
    static func word(epoch: UInt64) -> [UInt8] { Array(String(epoch, radix: 16).utf8) }

    /// `3,17`
    static func people(_ numbers: some Sequence<UInt32>) -> [UInt8] {
        Array(numbers.map(String.init).joined(separator: ",").utf8)
    }

    static func people(in text: some Collection<UInt8>) -> [UInt32] {
        text.split(separator: UInt8(ascii: ",")).compactMap {
            UInt32(String(decoding: $0, as: UTF8.self))
        }
    }
}

/// A word of a command, as text or bytes.
struct RedisWord: ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }
    init(stringLiteral text: String) { bytes = Array(text.utf8) }
}

/// A change that Redis executes in one step.
enum RedisScript: CaseIterable {
    case connect, append, open, compact, forget, announce

    var text: [UInt8] {
        switch self {
        case .connect: PackageResources.connect_lua
        case .append: PackageResources.append_lua
        case .open: PackageResources.open_lua
        case .compact: PackageResources.compact_lua
        case .forget: PackageResources.forget_lua
        case .announce: PackageResources.announce_lua
        }
    }
}
