/// A room name in its normal form: 1 to 64 letters, digits and hyphens.
///
/// Callers normalize (WebServer/RoomAddress), because this module has no Unicode tables. Two names are equal
/// if their bytes are equal.
public struct RoomName: Equatable, Sendable {
    /// UTF-8
    public let bytes: [UInt8]

    /// A character takes at most four bytes in UTF-8.
    public static let bytesMax = 256

    /// Accepts bytes that are already in normal form; nil if they are empty or too long.
    public init?(normal bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= Self.bytesMax else { return nil }
        self.bytes = Array(bytes)
    }
}
