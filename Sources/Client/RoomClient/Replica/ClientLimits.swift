/// Timeouts of a client in milliseconds, and limits of its memory.
public enum ClientLimits {
    /// The interval between heartbeats: shorter than the idle timeouts of common proxies.
    static let alivePeriod: Int64 = 25_000
    /// After a silence of this length, a key press first sends a heartbeat to test the connection.
    static let silenceMax: Int64 = 10_000
    /// Without an answer for this long, the page no longer calls its display current.
    static let doubtTime: Int64 = 1_000
    /// Without an answer for this long, the client reconnects. If only the decision about an action is missing, a new
    /// connection would not help, and the page no longer calls its display current.
    static let answerTime: Int64 = 3_000
    /// The time for a socket to open.
    static let connectTime: Int64 = 10_000
    /// The time for the welcome, which may be large.
    static let welcomeTime: Int64 = 10_000
    /// The first delay before reconnecting. Delays double up to the longest.
    static let waitMin: Int64 = 500
    static let doublingsMax: Int64 = 6
    static let waitMax: Int64 = 30_000
    /// The interval at which the client looks for a room that no longer exists.
    static let missingRoomWait: Int64 = 60_000
    /// The longest delay that a server may request: more than a restart takes. It prevents an absurd number
    /// from silencing a page forever.
    static let retryMax: Int64 = 300_000
    /// Actions sent and not yet confirmed, and keys in a frame: as many as the server's burst
    /// (`keysAtOnceMax`) and frame (`keysPerFrameMax`).
    static let inFlightMax = 64
    /// Pending actions: more than anybody types without a connection.
    public static let pendingMax = 4_096
    /// Offers that await an answer.
    static let offersMax = 16
    /// Keys of others and notices that are kept until the page reads them.
    static let unseenMax = 64
}
