public import SharedRoom

/// A change of a store's state that operators should know.
public enum StoreNotice: Equatable, Sendable {
    /// Appends are refused, or wait for replicas, from now on; with the message of SQLite or Redis.
    case cannotWrite(String)
    case canWriteAgain
    /// All rooms have new epochs, because confirmed events may be lost. With details.
    case newEpochs(String)
    /// A room was set aside, with the reason.
    case setAside(RoomName, String)
    /// The number of unvisited rooms that were forgotten.
    case forgotUnvisited(Int)
}
