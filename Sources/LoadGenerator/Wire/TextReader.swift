import Glibc

/// Reads a text from left to right and checks it against expected parts.
struct TextReader {
    private var position: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>

    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let start = text.baseAddress else { return nil }
        position = start
        end = start + text.count
    }

    /// Remaining bytes.
    var count: Int { end - position }

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
        while skip(through: text.utf8Start.pointee) {
            position -= 1
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

    /// Reads a number.
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

    /// Skips the JSON object that begins here.
    mutating func skipObject() -> Bool {
        var depth = 0
        var isInString = false
        while position < end {
            let byte = position.pointee
            position += 1
            if isInString {
                if byte == UInt8(ascii: "\\") { position += 1 }
                if byte == UInt8(ascii: "\"") { isInString = false }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == UInt8(ascii: "{") {
                depth += 1
            } else if byte == UInt8(ascii: "}") {
                depth -= 1
                if depth == 0 { return true }
            }
        }
        return false
    }
}
