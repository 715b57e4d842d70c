/// Timeouts of sockets, in milliseconds unless the name says otherwise.
struct SocketTimes: Sendable {
    /// The time to receive the head of a request, from the connection or the previous response.
    var requestHeadSeconds = 10
    /// The time between two sweeps. Each connection is pinged every 125 sweeps, and closed if it does not
    /// answer within 50. Because the sweeps are many and small, no key waits for thousands of pings.
    var sweepPeriod: Int64 = 200
    /// The time until a WebSocket that reads nothing is closed.
    var writeTimeout: Int64 = 30_000
    /// The time in which a client must receive `progressBytesMin` of a response. On a slow network, nothing new may
    /// arrive for half a minute after a packet was lost.
    var progressTimeout: Int64 = 60_000
    /// A phone on a slow network receives six times as many bytes in `progressTimeout`.
    var progressBytesMin: Int64 = 20_480
    /// The time that the client has to close the connection after the last response.
    var lingerTime: Int64 = 2_000
    /// The time for closing handshakes when the server stops: long enough for a slow network, and short
    /// enough for an operator who waits.
    var closeTimeout: Int64 = 5_000
}
