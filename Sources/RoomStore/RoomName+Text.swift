public import SharedRoom

extension RoomName {
    /// The name as a string. The layers below use bytes only.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}
