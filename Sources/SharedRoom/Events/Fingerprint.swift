/// 128 bits that stand for something: the salt of a room, an identity, the secret of a link.
public struct Fingerprint: Equatable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
