/// Writes JSON from left to right. Commas come by themselves: what was written last tells whether
/// one is due.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init(capacity: Int = 128) {
        bytes.reserveCapacity(capacity)
    }

    /// Takes over what was written before, by another writer.
    public mutating func append(_ written: some Collection<UInt8>) {
        bytes.append(contentsOf: written)
    }

    public mutating func append(_ written: StaticString) {
        bytes.append(written)
    }

    /// Makes sure that the next value or member is set apart from the one before.
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

    /// A word of the protocol's own, without anything to escape.
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
