/// Reads what `ByteWriter` wrote, and nothing else: every value has one form.
public struct ByteReader {
    private var rest: ArraySlice<UInt8>

    public init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    public var isAtEnd: Bool { rest.isEmpty }
    /// Bytes that are still there: no list in them can have more members.
    public var count: Int { rest.count }

    public mutating func byte() throws(FormError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .cutShort }
        return byte
    }

    public mutating func bytes(_ count: Int) throws(FormError) -> [UInt8] {
        guard count >= 0, count <= rest.count else { throw .cutShort }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    public mutating func number() throws(FormError) -> UInt64 {
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

    /// A number that is at most this large.
    public mutating func number(upTo most: UInt64) throws(FormError) -> UInt64 {
        let number = try number()
        guard number <= most else { throw .invalid }
        return number
    }

    public mutating func number32() throws(FormError) -> UInt32 {
        UInt32(try number(upTo: UInt64(UInt32.max)))
    }

    public mutating func signed() throws(FormError) -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// A count of things that each take a byte at least.
    public mutating func count(upTo most: Int) throws(FormError) -> Int {
        let count = try number(upTo: UInt64(most))
        guard count <= UInt64(rest.count) else { throw .cutShort }
        return Int(count)
    }

    public mutating func counted(upTo most: Int) throws(FormError) -> [UInt8] {
        try bytes(try count(upTo: most))
    }

    public mutating func word() throws(FormError) -> UInt64 {
        var word: UInt64 = 0
        for place in 0..<8 {
            word |= UInt64(try byte()) << UInt64(8 * place)
        }
        return word
    }
}
