import CalculatorEngine

/// Strings, numbers and words.
extension JSONScanner {
    mutating func skipScalar() throws(CodecError) {
        switch byte {
        case UInt8(ascii: "\""): _ = try skipString()
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        default: try skipNumber()
        }
    }

    private mutating func skipWord(_ word: StaticString) throws(CodecError) {
        let end = place + word.utf8CodeUnitCount
        guard end <= bytes.count, word.isEqual(to: bytes[place..<end]) else { throw notJSON }
        place = end
    }

    /// Skips any JSON number, such as `-12.50e+3`: it may belong to an unknown member.
    private mutating func skipNumber() throws(CodecError) {
        if byte == UInt8(ascii: "-") { place += 1 }
        if byte == UInt8(ascii: "0") { place += 1 } else { try skipDigits() }
        if byte == UInt8(ascii: ".") {
            place += 1
            try skipDigits()
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            place += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(CodecError) {
        guard byte.isDigit else { throw notJSON }
        while byte.isDigit { place += 1 }
    }
}

extension UInt8 {
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
