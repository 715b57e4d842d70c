/// An instruction to the page. The page carries them out in order, and does nothing else.
public enum ReplicaInstruction: Equatable {
    /// Save `saved` for the next page of the room. Precedes sending, because that page must not use an action number
    /// for another action.
    case save
    case send([UInt8])
    /// Store `kept` for later visits of this room by any page of the browser.
    case keep
    /// Close the socket, and report nothing more about it.
    case close
    /// Open a socket at this time, and call `connected` when it is open. Replaces an earlier `connect` and a
    /// pending `wake`.
    case connect(at: Int64)
    /// Call `wake` at this time. Replaces an earlier one.
    case wake(at: Int64)
    /// Reload the page: its rules differ from the server's.
    case reload
}
