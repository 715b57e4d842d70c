/// Scans JSON byte by byte. It validates everything that it skips, and stores nothing.
///
/// A frame is scanned once as a whole, which validates it. Afterwards the values that a message needs are
/// decoded in place. Nested brackets are tracked in the bits of one word, without recursion.
struct JSONScanner {
    let bytes: [UInt8]
    var place: Int

    init(_ bytes: [UInt8], at place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    /// The next byte; 0 at the end, which is never valid JSON.
    var byte: UInt8 { place < bytes.count ? bytes[place] : 0 }

    var isAtEnd: Bool { place >= bytes.count }

    var notJSON: CodecError { CodecError(.notJSON(place: place)) }

    mutating func skipBlanks() {
        while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    /// Skips white space, and then this byte if it is next. Returns whether it was.
    mutating func skipIfNext(_ wanted: UInt8) -> Bool {
        skipBlanks()
        guard byte == wanted else { return false }
        place += 1
        return true
    }

    mutating func expect(_ wanted: UInt8) throws(CodecError) {
        guard skipIfNext(wanted) else { throw notJSON }
    }

    /// Skips the name of a member and its colon.
    mutating func skipName() throws(CodecError) -> JSONTextRange {
        skipBlanks()
        let name = try skipString()
        try expect(UInt8(ascii: ":"))
        return name
    }

    /// Skips a value and everything in it. `depth` is the number of open brackets around it.
    mutating func skipValue(depth: Int) throws(CodecError) {
        var brackets = Brackets(depth: depth)
        let outside = depth
        repeat {
            if try enters(&brackets) { continue }
            while brackets.depth > outside, skipIfNext(brackets.closing) { brackets.close() }
            guard brackets.depth > outside else { return }
            try expect(UInt8(ascii: ","))
            if brackets.isObject { _ = try skipName() }
        } while true
    }

    /// Enters a list or an object up to its first value and returns true; or skips a scalar, or the opening
    /// bracket of an empty list or object, and returns false.
    private mutating func enters(_ brackets: inout Brackets) throws(CodecError) -> Bool {
        skipBlanks()
        guard let isObject = Brackets.opens(byte) else {
            try skipScalar()
            return false
        }
        guard brackets.open(isObject: isObject) else { throw CodecError(.tooDeep) }
        place += 1
        skipBlanks()
        guard byte != brackets.closing else { return false }
        if isObject { _ = try skipName() }
        return true
    }
}

/// The open brackets at a position.
private struct Brackets {
    private(set) var depth: Int
    /// One bit per bracket, the innermost last: 1 for an object, 0 for a list.
    private var objects: UInt64 = 0

    init(depth: Int) {
        self.depth = depth
    }

    /// True for the opening bracket of an object, false for that of a list, nil for any other byte.
    static func opens(_ byte: UInt8) -> Bool? {
        switch byte {
        case UInt8(ascii: "{"): true
        case UInt8(ascii: "["): false
        default: nil
        }
    }

    var isObject: Bool { objects & 1 == 1 }
    var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    mutating func open(isObject: Bool) -> Bool {
        guard depth < WireLimits.depthMax else { return false }
        depth += 1
        objects = objects << 1 | (isObject ? 1 : 0)
        return true
    }

    mutating func close() {
        depth -= 1
        objects >>= 1
    }
}
