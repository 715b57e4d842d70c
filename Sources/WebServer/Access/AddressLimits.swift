import SharedRoom

/// What a server takes from one address. A class behind one address never meets them.
public struct AddressLimits: Equatable, Sendable {
    /// Connections at a time: a class of 60 with two devices each, whose browsers open eight at once.
    public var connectionsMax = 1_000
    /// WebSockets opened in a minute: that class, reloading ten times.
    public var joinsPerMinute: Int64 = 1_200
    /// Codes of rooms that do not exist, in a minute. Codes have a billion values.
    public var wrongCodesPerMinute: Int64 = 120

    public init() {}

    static var counts: [NamedLimit<AddressLimits, Int>] {
        [.init(name: "connectionsPerAddressMax", path: \.connectionsMax)]
    }

    static var times: [NamedLimit<AddressLimits, Int64>] {
        [
            .init(name: "joinsPerMinute", path: \.joinsPerMinute),
            .init(name: "wrongCodesPerMinute", path: \.wrongCodesPerMinute),
        ]
    }
}
