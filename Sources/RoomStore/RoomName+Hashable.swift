public import SharedRoom

/// A store looks rooms up by their names. The pure floors do not: nothing there is hashed with a
/// random seed.
extension RoomName: Hashable {
    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
