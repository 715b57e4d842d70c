public import SharedRoom

/// What an edge wants done, in this order. Nothing comes back but what the shell is told anyway.
public enum EdgeAction: Equatable, Sendable {
    /// One text frame for one socket.
    case send(SessionID, [UInt8])
    /// The socket is to be closed with the reason's code and this text. The session is over: what
    /// still comes from it is passed over. With `noSuchRoom` it counts as a wrong code.
    case close(SessionID, CloseReason, text: [UInt8])
    /// `wake` is to be called at this time, which is earlier than any that was asked for and not
    /// reached yet.
    case wake(at: Int64)
}

/// A connection. A shell may keep what belongs to it in an array, by the slot; the generation tells
/// it from those that had the slot before.
public struct SessionID: Equatable, Sendable {
    public var slot: Int { place.slot }
    public var generation: UInt32 { place.generation }
    let place: SlotPlace
}
