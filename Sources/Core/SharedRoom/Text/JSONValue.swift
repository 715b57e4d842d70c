import CalculatorEngine

/// A value of a frame, given by its position. The scanner has validated its syntax; these functions check
/// its type and range. Functions with many callers are not inlined, to keep the code small.
struct JSONValue {
    let source: [UInt8]
    let place: Int
    /// The name of the member whose value this is, or whose list contains it.
    let name: JSONTextRange

    var scanner: JSONScanner { JSONScanner(source, at: place) }
    var byte: UInt8 { source[place] }

    @inline(never)
    func error(_ problem: CodecError.Problem) -> CodecError {
        CodecError(problem, Array(source[name.start..<name.end]))
    }

    /// True if the value's member has this name. It allows `switch` over values: `case "press":`.
    @inline(never)
    static func ~= (name: StaticString, value: JSONValue) -> Bool {
        guard value.name.hasEscapes else {
            return name.isEqual(to: value.source[value.name.start..<value.name.end])
        }
        guard let text = try? value.scanner.text(value.name) else { return false }
        return name.isEqual(to: text)
    }

    @inline(never)
    func mustBe(_ requirement: CodecError.Requirement) -> CodecError {
        error(.mustBe(requirement))
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

    /// Returns `meaning` for `true`, the only permitted value of members such as `"close":true`.
    func requireTrue<Meaning>(for meaning: Meaning) throws(CodecError) -> Meaning {
        guard byte == UInt8(ascii: "t") else { throw mustBe(.yes) }
        return meaning
    }

    /// A nonnegative integer, written with digits only.
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
    func string(
        or requirement: CodecError.Requirement = .string
    ) throws(CodecError) -> ArraySlice<UInt8> {
        guard isString else { throw mustBe(requirement) }
        var scanner = scanner
        return try scanner.text(try scanner.skipString())
    }

    /// The text of an object.
    func object() throws(CodecError) -> [UInt8] {
        guard byte == UInt8(ascii: "{") else { throw mustBe(.object) }
        var end = scanner
        try end.skipValue(depth: 1)
        return Array(source[place..<end.place])
    }

    func list() throws(CodecError) -> JSONList {
        guard isList else { throw mustBe(.list) }
        return JSONList(self)
    }
}

extension JSONScanner {
    /// True if a number continues here, with a digit, a fraction or an exponent.
    fileprivate var isInNumber: Bool {
        byte.isDigit || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
    }
}

/// An iterator over the values of a list.
struct JSONList {
    private let name: JSONTextRange
    private var scanner: JSONScanner

    fileprivate init(_ list: JSONValue) {
        name = list.name
        scanner = list.scanner
        scanner.place += 1
    }

    mutating func next() throws(CodecError) -> JSONValue? {
        if scanner.skipIfNext(UInt8(ascii: "]")) { return nil }
        scanner.skipBlanks()
        let value = JSONValue(source: scanner.bytes, place: scanner.place, name: name)
        try scanner.skipValue(depth: 1)
        _ = scanner.skipIfNext(UInt8(ascii: ","))
        return value
    }
}
