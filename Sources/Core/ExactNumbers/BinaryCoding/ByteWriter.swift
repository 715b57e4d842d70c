/// Encodes values as bytes, with short encodings for small numbers. See `ByteReader`.
public struct ByteWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    public mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    public mutating func append(_ bytes: [UInt8]) {
        self.bytes.append(contentsOf: bytes)
    }

    /// Appends a variable-length integer: seven bits per byte, the lowest first; the highest bit is
    /// set if more bytes follow. 300 is AC 02.
    public mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a zigzag integer, which is short for numbers near zero: 0, −1, 1, −2 become 0, 1, 2,
    /// 3.
    public mutating func append(signed number: Int64) {
        append(number: UInt64(bitPattern: number << 1 ^ number >> 63))
    }

    /// Appends the length and then the bytes.
    public mutating func append(counted bytes: [UInt8]) {
        append(number: UInt64(bytes.count))
        append(bytes)
    }

    /// Appends eight bytes, the lowest first.
    public mutating func append(word: UInt64) {
        for place in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * place)))
        }
    }
}
