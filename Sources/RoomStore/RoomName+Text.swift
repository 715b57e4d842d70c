public import SharedRoom

extension RoomName {
    /// For whoever reads. The pure floors know bytes.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}
