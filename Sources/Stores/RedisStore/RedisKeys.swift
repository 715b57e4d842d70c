import SharedRoom

/// The names of the keys of a store. In a cluster, the keys of a partition have one hash tag, so they are in one slot.
struct RedisKeys: Hashable, Sendable {
    /// `calcroom:`, or `calcroom:{TAG}:` in a cluster.
    private let prefix: [UInt8]
    /// The number of a room that is being copied into Redis, to keys that no node reads.
    private var copy: UInt64?

    /// - Parameter tag: The hash tag of a partition; nil outside of a cluster.
    init(tag: String? = nil) {
        prefix = Array("calcroom:\(tag.map { "{\($0)}:" } ?? "")".utf8)
    }

    var store: RedisWord { word("store") }
    var lastNode: RedisWord { word("nodes") }
    var nodePrefix: RedisWord { word("node:") }
    /// A key that is never written. It routes commands that need a key to the slot of the store.
    var missing: RedisWord { word("missing") }

    func node(_ number: UInt32) -> RedisWord { word("node:\(number)") }

    /// The room, which is also the channel of its messages.
    func room(_ name: RoomName) -> RedisWord {
        copy.map { word("copy:\(String($0, radix: 16))") } ?? RedisWord(roomPrefix + name.bytes)
    }

    func events(_ name: RoomName) -> RedisWord { part("events", of: name) }
    func tape(_ name: RoomName) -> RedisWord { part("tape", of: name) }
    func milestones(_ name: RoomName) -> RedisWord { part("milestones", of: name) }
    func present(_ name: RoomName) -> RedisWord { part("present", of: name) }

    /// The keys with the stored data of a room.
    func stored(_ name: RoomName) -> [RedisWord] {
        [room(name), events(name), tape(name), milestones(name)]
    }

    /// The keys for a copy of a room until it is complete.
    func copy(_ number: UInt64) -> RedisKeys {
        var keys = self
        keys.copy = number
        return keys
    }

    /// Matches the keys of all rooms.
    var roomPattern: RedisWord { RedisWord(roomPrefix + Array("*".utf8)) }

    func name(ofChannel channel: [UInt8]) -> RoomName? {
        channel.starts(with: roomPrefix)
            ? RoomName(normal: channel.dropFirst(roomPrefix.count)) : nil
    }

    private var roomPrefix: [UInt8] { prefix + Array("room:".utf8) }

    private func word(_ rest: String) -> RedisWord { RedisWord(prefix + Array(rest.utf8)) }

    private func part(_ part: String, of name: RoomName) -> RedisWord {
        RedisWord(room(name).bytes + Array(":\(part)".utf8))
    }
}
