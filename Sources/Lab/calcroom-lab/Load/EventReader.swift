import Glibc

/// The members of an event that the generator needs.
struct ReadEvent {
    let sequence: Int
    /// The author of a key and its action number, or 0 for other events.
    var author = 0
    var number = 0
    var isVoid = false
}

/// Reads the events of a frame one after another. It expects the members in the order in which the
/// server writes them, and stops at anything else.
struct EventReader {
    private var text: TextReader
    private var sequence: Int
    /// False if `next` stopped at something unexpected instead of the end of the list.
    private(set) var isComplete = true

    /// Returns nil for a frame without events.
    init?(_ frame: TextReader) {
        text = frame
        guard text.skip(#"{"seq":"#), let first = text.number(), text.skip(#","events":["#) else {
            return nil
        }
        sequence = first
    }

    /// `{"at":1790000000000,"by":3,"n":42,"press":"7"}`
    @inline(__always)
    mutating func next() -> ReadEvent? {
        var inside = text
        guard inside.skip("{") else {
            isComplete = text.skip("]")
            return nil
        }
        var event = ReadEvent(sequence: sequence)
        sequence += 1
        if inside.skip(#""at":"#) { isComplete = inside.number() != nil && inside.skip(",") }
        if inside.skip(#""by":"#), let author = inside.number(), inside.skip(#","n":"#),
            let number = inside.number(), inside.skip(#","press":""#)
        {
            event.author = author
            event.number = number
            isComplete = isComplete && inside.skip(through: UInt8(ascii: "\""))
            event.isVoid = inside.skip(#","void""#)
            isComplete = isComplete && inside.skip(through: UInt8(ascii: "}"))
            text = inside
        } else {
            isComplete = isComplete && text.skipObject()
        }
        _ = text.skip(",")
        return isComplete ? event : nil
    }
}

/// Reads a text from left to right and compares it with expected parts.
struct TextReader: CustomStringConvertible {
    private var position: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return nil }
        position = start
        end = start + text.count
    }

    /// Remaining bytes.
    var count: Int { end - position }

    /// The beginning of the remaining text.
    var description: String {
        let shown = UnsafeBufferPointer(start: position, count: min(200, count))
        return String(decoding: shown, as: UTF8.self)
    }

    /// Skips the text if it is next.
    @inline(__always)
    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard end - position >= count, memcmp(position, text.utf8Start, count) == 0 else {
            return false
        }
        position += count
        return true
    }

    /// Skips to the end of the next occurrence of the text.
    mutating func skip(through text: StaticString) -> Bool {
        while count > 0 {
            if skip(text) { return true }
            position += 1
        }
        return false
    }

    /// Skips to the end of the next occurrence of the byte.
    @inline(__always)
    mutating func skip(through byte: UInt8) -> Bool {
        guard let found = memchr(position, Int32(byte), end - position) else { return false }
        position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
        return true
    }

    @inline(__always)
    mutating func number() -> Int? {
        let start = position
        var value = 0
        while position < end {
            let digit = position.pointee &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int(digit)
            position += 1
        }
        return position > start ? value : nil
    }

    /// Skips the JSON object that begins here. Strings in the generator's own rooms have no braces.
    mutating func skipObject() -> Bool {
        var depth = 0
        while position < end {
            if position.pointee == UInt8(ascii: "{") { depth += 1 }
            if position.pointee == UInt8(ascii: "}") { depth -= 1 }
            position += 1
            if depth == 0 { return true }
        }
        return false
    }
}
