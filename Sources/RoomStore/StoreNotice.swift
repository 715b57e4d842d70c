public import SharedRoom

/// What happened to a store that an operator would want to know.
public enum StoreNotice: Equatable, Sendable {
    /// It refuses to append from now on, with what SQLite or Redis says.
    case cannotWrite(String)
    case canWriteAgain
    /// A room cannot be read any more, with what is wrong.
    case setAside(RoomName, String)
    /// So many rooms that nobody visited are gone.
    case forgotUnvisited(Int)
}
