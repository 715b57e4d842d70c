import ExactNumbers

/// Values that several parts of a room's binary form share.
extension ByteReader {
    /// Decodes a count, a sequence number or a time.
    package mutating func count64() throws(BinaryDecodingError) -> Int64 {
        Int64(try number(upTo: UInt64(RoomLimits.numberMax)))
    }

    /// Decodes a name that `PersonName` accepts unchanged.
    mutating func name() throws(BinaryDecodingError) -> PersonName {
        PersonName(checked: try line(RoomLimits.nameCharactersMax))
    }

    /// Decodes one line of text that needs no cleaning.
    mutating func line(_ charactersMax: Int) throws(BinaryDecodingError) -> [UInt8] {
        let written = try counted(upTo: 4 * charactersMax)
        guard PersonName.cleaned(written, charactersMax: charactersMax) == written else {
            throw .invalid
        }
        return written
    }
}
