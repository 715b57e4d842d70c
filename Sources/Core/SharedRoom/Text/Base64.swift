/// Base 64 according to RFC 4648, section 4: with `+`, `/` and `=` padding.
public enum Base64 {
    public static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return text
    }

    /// Nil for text that `encoded` would not produce: other characters, white space, wrong padding.
    public static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        let digits = text.suffix(2).contains(padding) ? text.prefix { $0 != padding } : text
        let paddings = text.dropFirst(digits.count)
        guard paddings.count <= 2, paddings.allSatisfy({ $0 == padding }) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            bits &= (1 << UInt32(count)) - 1
        }
        // Four or two unused bits remain after one or two bytes, and they must be 0. Six unused bits would
        // mean a superfluous character.
        return count < 6 && bits == 0 ? bytes : nil
    }

    static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
        var place = 0
        while place < bytes.count {
            let count = min(3, bytes.count - place)
            var bits: UInt32 = 0
            for offset in 0..<3 {
                bits = bits << 8 | (offset < count ? UInt32(bytes[place + offset]) : 0)
            }
            for offset in 0..<4 {
                text.append(offset <= count ? digit(bits >> 18 & 63) : padding)
                bits <<= 6
            }
            place += 3
        }
    }

    private static let padding = UInt8(ascii: "=")

    private static func digit(_ value: UInt32) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: value)
        return switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + value - 26
        case 52..<62: UInt8(ascii: "0") + value - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
