/// The members of an event that the generator needs.
struct ReadEvent: Equatable {
    let sequence: Int
    /// The author of a key and its action number, or 0 for other events.
    var author = 0
    var number = 0
    var isVoid = false
}

/// Reads the events of a frame one after another. It expects the members in the order in which
/// servers write them, and stops at anything else.
struct EventReader {
    private var text: TextReader
    private let dialect: Dialect
    /// Sequence number of the next event. A frame of a room has only the first one.
    private var sequence = 0
    private var isIntact = true

    /// Returns nil for a frame without events.
    init?(_ frame: UnsafeBufferPointer<UInt8>, _ dialect: Dialect) {
        guard let text = TextReader(frame) else { return nil }
        self.text = text
        self.dialect = dialect
        switch dialect {
        case .calcroom:
            guard self.text.skip(#"{"seq":"#), let first = self.text.number(),
                self.text.skip(#","events":["#)
            else { return nil }
            sequence = first
        case .plain:
            _ = self.text.skip("[")
        }
    }

    /// False if `next` stopped at something unexpected instead of the end of the frame.
    var isComplete: Bool { isIntact }

    @inline(__always)
    mutating func next() -> ReadEvent? {
        switch dialect {
        case .calcroom: nextOfRoom()
        case .plain: nextPlain()
        }
    }

    /// `{"at":1790000000000,"by":3,"n":42,"press":"7"}`
    @inline(__always)
    private mutating func nextOfRoom() -> ReadEvent? {
        var inside = text
        guard inside.skip("{") else {
            isIntact = isIntact && text.skip("]")
            return nil
        }
        var event = ReadEvent(sequence: sequence)
        sequence += 1
        if inside.skip(#""at":"#) { isIntact = inside.number() != nil && inside.skip(",") }
        if inside.skip(#""by":"#), let author = inside.number(), inside.skip(#","n":"#),
            let number = inside.number(), inside.skip(#","press":""#)
        {
            event.author = author
            event.number = number
            isIntact = isIntact && inside.skip(through: UInt8(ascii: "\""))
            event.isVoid = inside.skip(#","void""#)
            isIntact = isIntact && inside.skip(through: UInt8(ascii: "}"))
            text = inside
        } else {
            isIntact = isIntact && text.skipObject()
        }
        _ = text.skip(",")
        return isIntact ? event : nil
    }

    /// `{"seq":123,"by":5,"n":41,"key":"7"}`
    @inline(__always)
    private mutating func nextPlain() -> ReadEvent? {
        guard text.skip(#"{"seq":"#) else { return nil }
        guard let sequence = text.number(), text.skip(#","by":"#), let author = text.number(),
            text.skip(#","n":"#), let number = text.number(),
            text.skip(through: UInt8(ascii: "}"))
        else {
            isIntact = false
            return nil
        }
        _ = text.skip(",")
        return ReadEvent(sequence: sequence, author: author, number: number)
    }
}
