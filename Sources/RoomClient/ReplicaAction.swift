/// What a page does for its replica. It does it in the order given, and nothing by itself.
public enum ReplicaAction: Equatable {
    /// Keeps `saved` where a reload finds it. Comes before what is sent: a number that was sent
    /// must not be forgotten.
    case save
    case send([UInt8])
    /// Keeps `kept` for the next visit of this room, by whichever page.
    case keep
    /// Gives the socket up and reports nothing of it any more.
    case close
    /// Opens a socket at this time, and calls `connected` when it is open. A later one replaces it. It
    /// also takes the place of a `wake` that has not come.
    case connect(at: Int64)
    /// Calls `wake` at this time. A later one replaces it.
    case wake(at: Int64)
    /// Loads the page anew: it has other rules than its server.
    case reload
}
