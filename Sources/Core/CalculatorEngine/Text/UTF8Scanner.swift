/// Reads UTF-8 scalar by scalar and stops at the first invalid byte.
package struct UTF8Scanner {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// True if all bytes were valid UTF-8, after `next` has returned nil.
    package var isAtEnd: Bool { rest.isEmpty }

    /// The index of the next scalar.
    package var place: Int { rest.startIndex }

    package mutating func next() -> UInt32? {
        guard let first = rest.first, let shape = Shape(first), rest.count >= shape.count else {
            return nil
        }
        var scalar = shape.bits
        for byte in rest.dropFirst().prefix(shape.count - 1) {
            guard byte & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        guard scalar >= shape.least, scalar <= 0x10FFFF, !(0xD800...0xDFFF).contains(scalar)
        else { return nil }
        rest = rest.dropFirst(shape.count)
        return scalar
    }

    /// The length and the leading bits of a scalar, from its first byte.
    private struct Shape {
        let count: Int
        let bits: UInt32
        /// The smallest scalar of this length; a smaller one would be encoded in fewer bytes.
        let least: UInt32

        init?(_ first: UInt8) {
            switch first {
            case 0x00...0x7F: self.init(1, UInt32(first), 0)
            case 0xC2...0xDF: self.init(2, UInt32(first & 0x1F), 0x80)
            case 0xE0...0xEF: self.init(3, UInt32(first & 0x0F), 0x800)
            case 0xF0...0xF4: self.init(4, UInt32(first & 0x07), 0x10000)
            default: return nil
            }
        }

        private init(_ count: Int, _ bits: UInt32, _ least: UInt32) {
            self.count = count
            self.bits = bits
            self.least = least
        }
    }
}
