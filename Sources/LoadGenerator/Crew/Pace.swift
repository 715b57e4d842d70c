/// When a client presses.
public enum Pace: Sendable {
    /// Nobody does.
    case silent
    /// Each sender has so many keys on the way.
    case window(Int)
    /// So many keys a second from all senders together, at random and whether the server keeps up or
    /// not.
    case rate(Double)
}
