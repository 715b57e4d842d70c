/// The name of a room, in its normal form: 1 to 64 letters, digits and hyphens.
///
/// What is a letter, and which small letter belongs to a capital one, is Unicode's to say; the
/// normal form comes from a library. Two names are the same when their bytes are.
public struct RoomName: Equatable, Sendable {
    /// UTF-8
    public let bytes: [UInt8]

    /// In UTF-8 a character takes at most four bytes.
    public static let bytesMax = 256

    /// Takes bytes that are normal already; nil when they are none or too many.
    public init?(normal bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= Self.bytesMax else { return nil }
        self.bytes = Array(bytes)
    }
}
