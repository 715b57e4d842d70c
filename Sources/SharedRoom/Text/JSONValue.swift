import CalculatorEngine

/// One value of a frame, by where it begins. The scanner has passed over it, so it is known to be
/// JSON; what kind of JSON, and whether it may stand there, is asked here. What many places ask is
/// not inlined, for the size of the code.
struct JSONValue {
    let source: [UInt8]
    let place: Int
    /// The name of the member whose value it is, or in whose list it stands.
    let name: JSONText

    var scanner: JSONScanner { JSONScanner(source, at: place) }
    var byte: UInt8 { source[place] }

    @inline(never)
    func error(_ problem: CodecError.Problem) -> CodecError {
        CodecError(problem, Array(source[name.start..<name.end]))
    }

    /// Whether this is the value of a member with that name, so that a `switch` finds it:
    /// `case "press":`.
    @inline(never)
    static func ~= (name: StaticString, value: JSONValue) -> Bool {
        guard value.name.hasEscapes else {
            return name.isEqual(to: value.source[value.name.start..<value.name.end])
        }
        guard let text = try? value.scanner.text(value.name) else { return false }
        return name.isEqual(to: text)
    }

    @inline(never)
    func mustBe(_ form: CodecError.Form) -> CodecError {
        error(.mustBe(form))
    }

    var isNull: Bool { byte == UInt8(ascii: "n") }
    var isString: Bool { byte == UInt8(ascii: "\"") }
    var isList: Bool { byte == UInt8(ascii: "[") }

    @inline(never)
    func boolean() throws(CodecError) -> Bool {
        switch byte {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: throw mustBe(.boolean)
        }
    }

    /// What `true` stands for where `false` would mean nothing: `"close":true`.
    func yes<Meaning>(_ meaning: Meaning) throws(CodecError) -> Meaning {
        guard byte == UInt8(ascii: "t") else { throw mustBe(.yes) }
        return meaning
    }

    /// A whole number, written with digits alone.
    @inline(never)
    func number(_ least: Int64, _ most: Int64) throws(CodecError) -> Int64 {
        var scanner = scanner
        var number: Int64 = 0
        while scanner.byte.isDigit, number <= most {
            number = number * 10 + Int64(scanner.byte - UInt8(ascii: "0"))
            scanner.place += 1
        }
        guard scanner.place > place, !scanner.isInNumber, number >= least, number <= most
        else { throw mustBe(.number(least: least, most: most)) }
        return number
    }

    @inline(never)
    func string(or form: CodecError.Form = .string) throws(CodecError) -> ArraySlice<UInt8> {
        guard isString else { throw mustBe(form) }
        var scanner = scanner
        return try scanner.text(try scanner.skipString())
    }

    func list() throws(CodecError) -> JSONList {
        guard isList else { throw mustBe(.list) }
        return JSONList(self)
    }
}

extension JSONScanner {
    /// Whether a number goes on here: with more digits, a fraction or a power of ten.
    fileprivate var isInNumber: Bool {
        byte.isDigit || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
    }
}

/// The values of a list, one after the other.
struct JSONList {
    private let name: JSONText
    private var scanner: JSONScanner

    fileprivate init(_ list: JSONValue) {
        name = list.name
        scanner = list.scanner
        scanner.place += 1
    }

    mutating func next() throws(CodecError) -> JSONValue? {
        if scanner.takes(UInt8(ascii: "]")) { return nil }
        scanner.skipBlanks()
        let value = JSONValue(source: scanner.bytes, place: scanner.place, name: name)
        try scanner.skipValue(depth: 1)
        _ = scanner.takes(UInt8(ascii: ","))
        return value
    }
}
