public import SharedRoom

/// Only stores look rooms up by name. The layers below do not use hash tables, whose order is random.
extension RoomName: Hashable {
    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension RoomName {
    /// The name as a string. The layers below use bytes only.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}
