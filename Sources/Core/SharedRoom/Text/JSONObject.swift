import CalculatorEngine

/// An object of a frame. It records the positions of its members; the values are decoded on demand.
struct JSONObject {
    private struct Place {
        let name: JSONTextRange
        let value: Int
    }

    private let source: [UInt8]
    private var places: [Place] = []

    /// Checks that the frame is exactly one object.
    init(frame: [UInt8]) throws(CodecError) {
        source = frame
        var scanner = JSONScanner(frame)
        scanner.skipBlanks()
        try readMembers(&scanner)
        scanner.skipBlanks()
        guard scanner.isAtEnd else { throw scanner.notJSON }
    }

    @inline(never)
    init(_ value: JSONValue) throws(CodecError) {
        guard value.byte == UInt8(ascii: "{") else { throw value.mustBe(.object) }
        source = value.source
        var scanner = value.scanner
        try readMembers(&scanner)
    }

    private mutating func readMembers(_ scanner: inout JSONScanner) throws(CodecError) {
        try scanner.expect(UInt8(ascii: "{"))
        if scanner.skipIfNext(UInt8(ascii: "}")) { return }
        repeat {
            guard places.count < WireLimits.membersMax else { throw CodecError(.tooManyMembers) }
            let name = try scanner.skipName()
            scanner.skipBlanks()
            places.append(Place(name: name, value: scanner.place))
            try scanner.skipValue(depth: 1)
        } while scanner.skipIfNext(UInt8(ascii: ","))
        try scanner.expect(UInt8(ascii: "}"))
    }

    @inline(never)
    func required(_ name: StaticString) throws(CodecError) -> JSONValue {
        guard let value = try optional(name) else { throw CodecError(.missing, name) }
        return value
    }

    @inline(never)
    func optional(_ name: StaticString) throws(CodecError) -> JSONValue? {
        var found: JSONValue?
        for place in places {
            let value = value(at: place)
            guard name ~= value else { continue }
            guard found == nil else { throw CodecError(.twice, name) }
            found = value
        }
        return found
    }

    /// The value that `read` decodes from the one member that it knows; nil if it knows none. Two known
    /// members are an error, because each would be the whole message.
    func onlyKnownMember<Found>(
        _ read: (JSONValue) throws(CodecError) -> Found?
    ) throws(CodecError) -> Found? {
        var found: Found?
        for place in places {
            let value = value(at: place)
            guard let next = try read(value) else { continue }
            guard found == nil else { throw value.error(.notAlone) }
            found = next
        }
        return found
    }

    private func value(at place: Place) -> JSONValue {
        JSONValue(source: source, place: place.value, name: place.name)
    }
}
