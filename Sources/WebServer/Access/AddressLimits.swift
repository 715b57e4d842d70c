import SharedRoom

/// Limits of connections and requests, which apply before a join. They are high enough for a school class
/// behind one address. `ServiceLimits` has the limits of what an address does in rooms.
public struct AddressLimits: Equatable, Sendable {
    /// Open connections: a class of 60 with two devices each, whose browsers open eight at once.
    public var connectionsMax = 1_000
    /// Open connections of an address that have not sent a request. Browsers open some in advance and keep
    /// them for the next request.
    public var waitingPerAddressMax = 500
    /// Open connections of all addresses that have not sent a request.
    public var waitingMax = 4_000
    /// Requests for WebSockets and documents per minute: the same class, reloading ten times.
    public var joinsPerMinute: Int64 = 1_200
    /// Attempts per minute to open rooms that do not exist. There are a billion room codes.
    public var wrongCodesPerMinute: Int64 = 120

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
            .init(name: "joinsPerMinute", path: \.joinsPerMinute),
            .init(name: "wrongCodesPerMinute", path: \.wrongCodesPerMinute),
        ]
    }
}
