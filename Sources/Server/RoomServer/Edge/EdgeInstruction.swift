public import SharedRoom

/// An instruction to the shell. Instructions have no results.
public enum EdgeInstruction: Equatable, Sendable {
    /// Sends a text frame.
    case send(SessionID, [UInt8])
    /// Closes the socket with the reason's code and this text. The session has ended, and input from it is
    /// ignored. With `noSuchRoom` the shell counts a wrong code against the address.
    case close(SessionID, CloseReason, text: [UInt8])
    /// The session has joined its room.
    case joined(SessionID)
    /// Notes in the log that the session met this limit.
    case noteLimit(Limit, SessionID)
    /// Calls `wake` at this time, which is earlier than all pending wakes.
    case wake(at: Int64)
}

/// The identifier of a session. A shell may keep its own data in an array indexed by `slot`; `generation`
/// distinguishes the sessions that use a slot one after the other.
public struct SessionID: Equatable, Sendable {
    public var slot: Int { slotID.slot }
    public var generation: UInt32 { slotID.generation }
    let slotID: SlotID
}
