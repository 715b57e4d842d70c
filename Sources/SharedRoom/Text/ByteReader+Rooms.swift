import ExactNumbers

/// Values that several parts of a room's binary form share.
extension ByteReader {
    /// Decodes a count, a sequence number or a time.
    package mutating func count64() throws(BinaryDecodingError) -> Int64 {
        Int64(try number(upTo: UInt64(RoomLimits.numberMax)))
    }

    /// Decodes a name that `PersonName` accepts unchanged.
    mutating func name() throws(BinaryDecodingError) -> PersonName {
        let written = try counted(upTo: RoomLimits.nameBytesMax)
        guard let name = PersonName(written), name.bytes == written else { throw .invalid }
        return name
    }
}
