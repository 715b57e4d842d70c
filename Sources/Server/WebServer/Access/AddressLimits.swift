import SharedRoom

/// Limits of connections and requests, which apply before a join. They are high enough for a school class
/// behind one address. `ServiceLimits` has the limits of what an address does in rooms.
public struct AddressLimits: Equatable, Sendable {
    /// Open WebSockets, and as many other connections: a class of 60 with two devices each, whose browsers open eight
    /// at once.
    public var connectionsMax = 1_000
    /// Open connections of an address that have not sent a request. Browsers open some in advance and keep
    /// them for the next request.
    public var waitingPerAddressMax = 500
    /// Open connections of all addresses that have not sent a request.
    public var waitingMax = 4_000
    /// TLS handshakes per minute: a school of 1,000 that reconnects, with three connections each. They take a
    /// twentieth of a core.
    public var tlsHandshakesPerMinute: Int64 = 3_000
    /// Requests for WebSockets per minute: the same class, reloading ten times.
    public var joinsPerMinute: Int64 = 1_200
    /// Attempts per minute to open rooms that do not exist. There are a billion room codes.
    public var wrongCodesPerMinute: Int64 = 120
    /// Bytes of HTTP responses per minute, and 1,000 for each: all devices of the class load the page for the first
    /// time, and then reload it ten times. A proxy that does not name its clients must limit them itself.
    public var answerBytesPerMinute: Int64 = 200_000_000
    /// Computation steps per minute for documents; reading an event or a line counts as 1,000. Enough for the
    /// class to download its longest lesson twice. They take a fifteenth of a core.
    public var documentStepsPerMinute: Int64 = 1_500_000_000
    /// The same for the documents of one room, from all addresses.
    public var roomDocumentStepsPerMinute: Int64 = 6_000_000_000

    public init() {}

    static var counts: [NamedLimit<AddressLimits, Int>] {
        [
            .init(name: "connectionsPerAddressMax", path: \.connectionsMax),
            .init(name: "waitingPerAddressMax", path: \.waitingPerAddressMax),
            .init(name: "waitingMax", path: \.waitingMax),
        ]
    }

    static var times: [NamedLimit<AddressLimits, Int64>] {
        [
            .init(name: "tlsHandshakesPerMinute", path: \.tlsHandshakesPerMinute),
            .init(name: "joinsPerMinute", path: \.joinsPerMinute),
            .init(name: "wrongCodesPerMinute", path: \.wrongCodesPerMinute),
            .init(name: "answerBytesPerMinute", path: \.answerBytesPerMinute),
            .init(name: "documentStepsPerMinute", path: \.documentStepsPerMinute),
            .init(name: "roomDocumentStepsPerMinute", path: \.roomDocumentStepsPerMinute),
        ]
    }
}
