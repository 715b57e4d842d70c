/// Decodes values that `ByteWriter` encoded. Every value has exactly one encoding; any other bytes
/// are rejected.
public struct ByteReader {
    private var rest: ArraySlice<UInt8>

    public init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    public var isAtEnd: Bool { rest.isEmpty }
    /// The number of bytes left: an upper limit for the length of any list in them.
    public var count: Int { rest.count }

    public mutating func byte() throws(BinaryDecodingError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .truncated }
        return byte
    }

    public mutating func bytes(_ count: Int) throws(BinaryDecodingError) -> [UInt8] {
        guard count >= 0, count <= rest.count else { throw .truncated }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Decodes a variable-length integer: seven bits per byte, the lowest first.
    public mutating func number() throws(BinaryDecodingError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            // The tenth byte has room for one bit.
            if shift == 63 && byte > 1 { throw .invalid }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 {
                if byte == 0 && shift > 0 { throw .invalid }
                return number
            }
        }
        throw .invalid
    }

    /// An integer of at most `most`.
    public mutating func number(upTo most: UInt64) throws(BinaryDecodingError) -> UInt64 {
        let number = try number()
        guard number <= most else { throw .invalid }
        return number
    }

    public mutating func number32() throws(BinaryDecodingError) -> UInt32 {
        UInt32(try number(upTo: UInt64(UInt32.max)))
    }

    /// Decodes a zigzag integer: 0, 1, 2, 3 are 0, −1, 1, −2.
    public mutating func signed() throws(BinaryDecodingError) -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// The length of a list whose elements take at least one byte each.
    public mutating func count(upTo most: Int) throws(BinaryDecodingError) -> Int {
        let count = try number(upTo: UInt64(most))
        guard count <= UInt64(rest.count) else { throw .truncated }
        return Int(count)
    }

    /// Decodes a length and then as many bytes.
    public mutating func counted(upTo most: Int) throws(BinaryDecodingError) -> [UInt8] {
        try bytes(try count(upTo: most))
    }

    /// Decodes eight bytes, the lowest first.
    public mutating func word() throws(BinaryDecodingError) -> UInt64 {
        var word: UInt64 = 0
        for place in 0..<8 {
            word |= UInt64(try byte()) << UInt64(8 * place)
        }
        return word
    }
}

/// The reason why bytes cannot be decoded.
public enum BinaryDecodingError: Error, Equatable, Sendable {
    /// The bytes end too early.
    case truncated
    /// The bytes encode no valid value, or are not its only encoding.
    case invalid
}
