/// What the generator has to know of an event.
struct ReadEvent: Equatable {
    let sequence: Int
    /// Who pressed the key, and as which of theirs; 0 for what is no key.
    var author = 0
    var number = 0
    var isVoid = false
}

/// The events of a frame, one after the other. It reads what servers write, member by member in their
/// order, and stops where a frame is anything else.
struct EventReader {
    private var text: TextReader
    private let dialect: Dialect
    /// That of the next event, where the frame says only the first.
    private var sequence = 0
    private var isWhole = true

    /// Nil for a frame that has no events.
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

    /// Whether everything so far was read. It is not when `next` ended early.
    var isSound: Bool { isWhole }

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
            isWhole = isWhole && text.skip("]")
            return nil
        }
        var event = ReadEvent(sequence: sequence)
        sequence += 1
        if inside.skip(#""at":"#) { isWhole = inside.number() != nil && inside.skip(",") }
        if inside.skip(#""by":"#), let author = inside.number(), inside.skip(#","n":"#),
            let number = inside.number(), inside.skip(#","press":""#)
        {
            event.author = author
            event.number = number
            isWhole = isWhole && inside.skip(through: UInt8(ascii: "\""))
            event.isVoid = inside.skip(#","void""#)
            isWhole = isWhole && inside.skip(through: UInt8(ascii: "}"))
            text = inside
        } else {
            isWhole = isWhole && text.skipObject()
        }
        _ = text.skip(",")
        return isWhole ? event : nil
    }

    /// `{"seq":123,"by":5,"n":41,"key":"7"}`
    @inline(__always)
    private mutating func nextPlain() -> ReadEvent? {
        guard text.skip(#"{"seq":"#) else { return nil }
        guard let sequence = text.number(), text.skip(#","by":"#), let author = text.number(),
            text.skip(#","n":"#), let number = text.number(),
            text.skip(through: UInt8(ascii: "}"))
        else {
            isWhole = false
            return nil
        }
        _ = text.skip(",")
        return ReadEvent(sequence: sequence, author: author, number: number)
    }
}
