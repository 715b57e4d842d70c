import SharedRoom

/// What a server takes from one address. A class behind one address never meets them.
public struct AddressLimits: Equatable, Sendable {
    /// Connections at a time: a class of 60 with two devices each, whose browsers open eight at once.
    public var connectionsMax = 1_000
    /// Connections of an address that have not asked for anything, at a time. Browsers open some in advance and
    /// keep them for the next request.
    public var waitingPerAddressMax = 500
    /// The same of all addresses together.
    public var waitingMax = 4_000
    /// WebSockets opened in a minute: that class, reloading ten times.
    public var joinsPerMinute: Int64 = 1_200
    /// Codes of rooms that do not exist, in a minute. Codes have a billion values.
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
