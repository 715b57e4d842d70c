/// Writes JSON from left to right. It derives from the last written byte whether a comma is needed.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init(capacity: Int = 128) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends previously encoded JSON.
    public mutating func append(_ written: some Collection<UInt8>) {
        bytes.append(contentsOf: written)
    }

    public mutating func append(_ written: StaticString) {
        bytes.append(written)
    }

    /// Writes a comma if the next value or member needs one.
    public mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    public mutating func member(_ name: StaticString) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
    }

    public mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

    public mutating func beginList() {
        separate()
        bytes.append(UInt8(ascii: "["))
    }

    public mutating func endList() { bytes.append(UInt8(ascii: "]")) }

    public mutating func number(_ number: Int64) {
        separate()
        bytes.append(decimal: number)
    }

    public mutating func boolean(_ value: Bool) {
        separate()
        append(value ? "true" : "false")
    }

    public mutating func null() {
        separate()
        append("null")
    }

    /// Writes a word that needs no escaping.
    public mutating func string(_ word: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(word)
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func string(_ text: [UInt8]) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text { appendEscaped(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0..<0x20:
            append("\\u00")
            bytes += Hexadecimal.encoded([byte])
        default: bytes.append(byte)
        }
    }

    public mutating func hexadecimal(_ number: UInt64) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        Hexadecimal.append(number, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func base64(_ content: [UInt8]) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        Base64.append(content, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}
