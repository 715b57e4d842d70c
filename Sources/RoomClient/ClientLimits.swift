/// How long a client waits, in milliseconds, and how much it keeps.
public enum ClientLimits {
    /// Between two questions for a sign of life: less than what middle men close after.
    static let alivePeriod: Int64 = 25_000
    /// A key after so long a silence asks first whether anybody is there.
    static let silenceMax: Int64 = 10_000
    /// Without an answer for so long, what is shown is not called current.
    static let doubtTime: Int64 = 1_000
    /// Without an answer for so long, the connection is given up.
    static let answerTime: Int64 = 3_000
    /// A connection that is not open after so long is given up.
    static let connectTime: Int64 = 10_000
    /// The same for the welcome, which may be large.
    static let welcomeTime: Int64 = 10_000
    /// The first wait before the next connection; it doubles up to the longest.
    static let waitMin: Int64 = 500
    static let doublingsMax: Int64 = 6
    static let waitMax: Int64 = 30_000
    /// Between two questions for a room that was there.
    static let goneWait: Int64 = 60_000
    /// The longest that a server can ask for: more than a restart takes. A number that makes no
    /// sense must not silence a page for ever.
    static let retryMax: Int64 = 300_000
    /// Keys typed this much after the last sign of life may be asked about.
    static let lateTime: Int64 = 10_000
    /// Actions on their way at a time, and keys in a frame: what a server takes at once.
    static let flightMax = 64
    /// Actions that wait for a connection: more than anybody types without one.
    public static let pendingMax = 4_096
    /// Keys of others, and notices, that are kept until a page looks.
    static let unseenMax = 64
}
