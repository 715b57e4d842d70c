/// A 128-bit value: the salt of a room, or the hash of an identity or of a link's secret.
public struct Fingerprint: Equatable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension Fingerprint {
    /// Nil unless the text has exactly 32 hexadecimal digits.
    public init?(hexadecimal text: ArraySlice<UInt8>) {
        guard text.count == 32, let high = Hexadecimal.number(text.prefix(16)),
            let low = Hexadecimal.number(text.suffix(16))
        else { return nil }
        self.init(high: high, low: low)
    }

    public var hexadecimal: [UInt8] {
        var text: [UInt8] = []
        Hexadecimal.append(high, to: &text)
        Hexadecimal.append(low, to: &text)
        return text
    }
}
