import SharedRoom

/// A part of the rooms in a Redis cluster. Its keys have one hash tag, so they are in one slot, and the scripts can use
/// them together. docs/decisions/0024-cluster-partitions.md has the reasons.
///
/// Stored data depend on the tags, and on the partition of each room. They never change.
struct ClusterPartition: Hashable, Sendable {
    let index: Int
    let tag: String
    let slot: Int

    static let count = 32

    /// Their slots are in as many equal ranges of all slots, so that primaries with equal ranges have about as many
    /// partitions.
    static let all: [ClusterPartition] = {
        var found: [ClusterPartition?] = Array(repeating: nil, count: count)
        var number = 0
        while found.contains(nil) {
            let tag = "\(number)"
            let slot = HashSlot.of(tag.utf8)
            let index = slot * count / HashSlot.count
            if found[index] == nil {
                found[index] = ClusterPartition(index: index, tag: tag, slot: slot)
            }
            number += 1
        }
        return found.compactMap(\.self)
    }()

    /// The partition of a room, and of all rooms that it replaces.
    static func of(_ room: RoomName) -> ClusterPartition {
        all[Int(HashSlot.checksum(room.stem)) % count]
    }
}

/// The slots of the Redis cluster specification.
enum HashSlot {
    static let count = 16_384

    /// The slot of a key without a hash tag, or of the hash tag of a key.
    static func of(_ key: some Sequence<UInt8>) -> Int { Int(checksum(key)) % count }

    /// CRC16 with the polynomial 0x1021 (XMODEM).
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in
                sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021
            }
        }
    }
}
