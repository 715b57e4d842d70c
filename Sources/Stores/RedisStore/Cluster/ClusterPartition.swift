import SharedRoom

/// A part of the rooms in a Redis cluster. Its keys have one hash tag, so they are in one slot, and the scripts can use
/// them together. docs/decisions/0024-cluster-partitions.md has the reasons.
///
/// Stored data depend on the tags, and on the partition of each room. They never change.
struct ClusterPartition: Hashable, Sendable {
    let index: Int
    let tag: String
    let slot: Int

    static let all = tags.enumerated().map { index, tag in
        ClusterPartition(index: index, tag: tag, slot: HashSlot.of(tag.utf8))
    }

    /// Their slots are in as many equal ranges of all slots, so that primaries with equal ranges have about as many
    /// partitions.
    private static let tags = [
        "10", "113", "21", "3", "61", "72", "50", "43", "11", "112", "20", "2", "60", "73", "51",
        "42", "12", "111", "23", "1", "63", "70", "52", "41", "13", "110", "22", "0", "62", "71",
        "53", "40",
    ]

    static func of(_ room: RoomName) -> ClusterPartition {
        all[Int(HashSlot.checksum(room.bytes)) % all.count]
    }
}

extension Array {
    /// The element for a room. The array has one for each partition of a cluster, or one for a Redis.
    func part(of room: RoomName) -> Element {
        count == 1 ? self[0] : self[ClusterPartition.of(room).index]
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
