public import SharedRoom

/// Only stores look rooms up by name. The layers below do not use hash tables, whose order is random.
extension RoomName: Hashable {
    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension RoomName {
    /// The name as a string. The layers below use bytes only.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// The names of rooms that others have replaced.
extension RoomName {
    /// `hall-replaced-x3k9`. The end is random: anybody who knew the next name could make a room that has it.
    package func replaced(_ random: UInt32) -> RoomName? {
        let end = String(random % Self.endsCount, radix: 36)
        return RoomName(normal: stem + Self.mark + Array("-\(end)".utf8))
    }

    /// The beginning that the name has in common with those of all rooms that it replaces.
    package var stem: ArraySlice<UInt8> {
        var count = 0
        for index in bytes.indices where bytes[index] & 0xC0 != 0x80 {
            guard count < Self.stemMax, !bytes[index...].starts(with: Self.mark) else {
                return bytes[..<index]
            }
            count += 1
        }
        return bytes[...]
    }

    private static let mark = Array("-replaced".utf8)
    /// The number of ends with up to four characters.
    private static let endsCount: UInt32 = 36 * 36 * 36 * 36
    /// The number of code points. A name has at most 64.
    private static let stemMax = 50
}
