import CalculatorEngine

/// The position of a string between its quotes.
struct JSONTextRange {
    let start: Int
    let end: Int
    let hasEscapes: Bool
}

extension JSONScanner {
    /// Skips a string that begins at the current position.
    mutating func skipString() throws(CodecError) -> JSONTextRange {
        guard byte == UInt8(ascii: "\"") else { throw notJSON }
        place += 1
        let start = place
        var hasEscapes = false
        while byte != UInt8(ascii: "\"") {
            switch byte {
            case 0..<0x20: throw notJSON
            case UInt8(ascii: "\\"):
                hasEscapes = true
                _ = try decodeEscape()
            case 0x20..<0x80: place += 1
            default: try skipBeyondAscii()
            }
        }
        place += 1
        return JSONTextRange(start: start, end: place - 1, hasEscapes: hasEscapes)
    }

    /// The text of a string. Without escapes it is a slice of the frame, so nothing is copied.
    func text(_ text: JSONTextRange) throws(CodecError) -> ArraySlice<UInt8> {
        guard text.hasEscapes else { return bytes[text.start..<text.end] }
        var unescaped: [UInt8] = []
        var scanner = JSONScanner(bytes, at: text.start)
        while scanner.place < text.end {
            if scanner.byte == UInt8(ascii: "\\") {
                unescaped.append(scalar: try scanner.decodeEscape())
            } else {
                unescaped.append(scanner.byte)
                scanner.place += 1
            }
        }
        return unescaped[...]
    }

    private mutating func skipBeyondAscii() throws(CodecError) {
        var scanner = UTF8Scanner(bytes[place...])
        repeat {
            guard scanner.next() != nil else { throw notJSON }
            place = scanner.place
        } while byte >= 0x80
    }

    /// Decodes the scalar of an escape sequence at the current position.
    private mutating func decodeEscape() throws(CodecError) -> UInt32 {
        place += 1
        let letter = byte
        place += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt32(letter)
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"): return try decodeUnicodeEscape()
        default: throw notJSON
        }
    }

    /// Decodes the digits of `\u00FC`, or of the surrogate pair `\uD83D\uDE00`.
    private mutating func decodeUnicodeEscape() throws(CodecError) -> UInt32 {
        let first = try decodeCodeUnit()
        guard first >= 0xD800, first <= 0xDFFF else { return first }
        guard first <= 0xDBFF, byte == UInt8(ascii: "\\") else { throw notJSON }
        place += 1
        guard byte == UInt8(ascii: "u") else { throw notJSON }
        place += 1
        let second = try decodeCodeUnit()
        guard second >= 0xDC00, second <= 0xDFFF else { throw notJSON }
        return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }

    private mutating func decodeCodeUnit() throws(CodecError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Hexadecimal.value(of: byte, allowsUppercase: true) else {
                throw notJSON
            }
            unit = unit << 4 | UInt32(digit)
            place += 1
        }
        return unit
    }
}
