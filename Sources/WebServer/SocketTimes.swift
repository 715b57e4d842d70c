/// How long a server waits for sockets, in milliseconds where nothing else is said.
struct SocketTimes: Sendable {
    /// Seconds from the connection to the end of a request's head, and until the next request.
    var handshakeSeconds = 10
    /// Between two sweeps. Everybody is asked for a sign of life every 125 sweeps, and has 50 to give
    /// it. They are that many so that nobody's key waits for the pings of thousands.
    var sweepPeriod: Int64 = 200
    /// Until a WebSocket that takes nothing is given up.
    var patience: Int64 = 30_000
    /// The same of a request: a page over a bad line takes its time.
    var requestPatience: Int64 = 120_000
    /// From the last byte of the last response until the client must have closed the connection.
    var draining: Int64 = 2_000
    /// For saying goodbye when the server stops: longer than a close takes over a bad line, shorter
    /// than an operator's patience.
    var farewell: Int64 = 5_000
}
