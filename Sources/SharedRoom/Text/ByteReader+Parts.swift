import ExactNumbers

/// What several parts of a room have in their binary form.
extension ByteReader {
    /// A number that counts events, lines or actions, or a time.
    package mutating func count64() throws(BinaryDecodingError) -> Int64 {
        Int64(try number(upTo: UInt64(RoomLimits.numberMax)))
    }

    /// A name as it is kept, without anything that `PersonName` would take away.
    mutating func name() throws(BinaryDecodingError) -> PersonName {
        let written = try counted(upTo: RoomLimits.nameBytesMax)
        guard let name = PersonName(written), name.bytes == written else { throw .invalid }
        return name
    }
}
