/// Lowercase hexadecimal, two digits per byte: `00ff`.
public enum Hexadecimal {
    public static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return text
    }

    /// Nil for text that `encoded` would not produce.
    public static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var isHigh = true
        for digit in text {
            guard let value = value(of: digit) else { return nil }
            if isHigh { bytes.append(value << 4) } else { bytes[bytes.count - 1] |= value }
            isHigh.toggle()
        }
        return bytes
    }

    /// The number with these sixteen digits.
    static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
        guard text.count == 16 else { return nil }
        var number: UInt64 = 0
        for digit in text {
            guard let value = value(of: digit) else { return nil }
            number = number << 4 | UInt64(value)
        }
        return number
    }

    static func append(_ number: UInt64, to text: inout [UInt8]) {
        var rest = number
        for _ in 0..<16 {
            text.append(digit(UInt8(rest >> 60)))
            rest <<= 4
        }
    }

    static func value(of digit: UInt8, allowsUppercase: Bool = false) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F") where allowsUppercase:
            digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
