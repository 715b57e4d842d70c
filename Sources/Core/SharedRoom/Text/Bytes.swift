/// Appending text to bytes.
extension [UInt8] {
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends a number such as `120`. The wire has no negative numbers.
    mutating func append(decimal number: Int64) {
        precondition(number >= 0)
        let start = count
        var rest = UInt64(number)
        repeat {
            append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        self[start...].reverse()
    }

    /// Appends a Unicode scalar as UTF-8.
    mutating func append(scalar: UInt32) {
        switch scalar {
        case 0..<0x80: append(UInt8(scalar))
        case 0x80..<0x800: append(scalar, first: 0xC0, following: 1)
        case 0x800..<0x10000: append(scalar, first: 0xE0, following: 2)
        default: append(scalar, first: 0xF0, following: 3)
        }
    }

    private mutating func append(_ scalar: UInt32, first: UInt8, following count: UInt32) {
        append(first | UInt8(truncatingIfNeeded: scalar >> (6 * count)))
        for place in (0..<count).reversed() {
            append(0x80 | UInt8(truncatingIfNeeded: scalar >> (6 * place)) & 0x3F)
        }
    }
}
