/// Goes through JSON byte by byte. All that it passes over is checked, and nothing is kept.
///
/// A frame is gone through once as a whole, by which it is known to be JSON; after that the values
/// that a message needs are read where they stand. Brackets inside brackets are counted, in a word
/// of bits, and never followed by recursion.
struct JSONScanner {
    let bytes: [UInt8]
    var place: Int

    init(_ bytes: [UInt8], at place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    /// The byte that comes next; behind the end 0, which JSON has nowhere.
    var byte: UInt8 { place < bytes.count ? bytes[place] : 0 }

    var isAtEnd: Bool { place >= bytes.count }

    var notJSON: CodecError { CodecError(.notJSON(place: place)) }

    mutating func skipBlanks() {
        while byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    /// Passes over this byte, and white space before it, if it comes next.
    mutating func takes(_ wanted: UInt8) -> Bool {
        skipBlanks()
        guard byte == wanted else { return false }
        place += 1
        return true
    }

    mutating func take(_ wanted: UInt8) throws(CodecError) {
        guard takes(wanted) else { throw notJSON }
    }

    /// Passes over the name of a member and the colon behind it.
    mutating func skipName() throws(CodecError) -> JSONText {
        skipBlanks()
        let name = try skipString()
        try take(UInt8(ascii: ":"))
        return name
    }

    /// Passes over a value with all that is in it; `depth` brackets are open around it.
    mutating func skipValue(depth: Int) throws(CodecError) {
        var brackets = Brackets(depth: depth)
        let outside = depth
        repeat {
            if try enters(&brackets) { continue }
            while brackets.depth > outside, takes(brackets.closing) { brackets.close() }
            guard brackets.depth > outside else { return }
            try take(UInt8(ascii: ","))
            if brackets.isObject { _ = try skipName() }
        } while true
    }

    /// Goes into a list or an object, up to the first value in it; or passes over a value that has
    /// none in it.
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

/// The brackets that are open at some place.
private struct Brackets {
    private(set) var depth: Int
    /// One bit for each, that of the innermost last: whether it is an object's.
    private var objects: UInt64 = 0

    init(depth: Int) {
        self.depth = depth
    }

    /// Nil if no bracket is opened by this byte; whether it is an object's.
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
