import SharedRoom

/// The limits by name, for command-line options.
extension ServerConfiguration {
    public static var limitNames: [String] { counts.map(\.name) + times.map(\.name) }

    /// `configuration.setLimit("keysPerSecond", to: 60)`
    public mutating func setLimit(_ name: String, to value: Int64) {
        if let limit = Self.counts.first(where: { $0.name == name }) {
            self[keyPath: limit.path] = Int(value)
        } else if let limit = Self.times.first(where: { $0.name == name }) {
            self[keyPath: limit.path] = value
        }
    }

    /// Disables rate limits and quotas, for measurements. Limits of memory remain.
    public mutating func liftLimits() {
        let rates = [
            "keysPerSecond", "keysAtOnceMax", "voidKeysPerSecond", "voidKeysAtOnceMax",
            "stepsPerSecond", "stepsAtOnceMax", "addressKeysPerSecond", "addressKeysAtOnceMax",
            "addressStepsPerSecond", "addressStepsAtOnceMax", "actionsInFlightMax",
            "trafficPerSecond", "trafficAtOnceMax", "addressTrafficPerSecond",
            "addressTrafficAtOnceMax", "roomTrafficPerSecond", "roomTrafficAtOnceMax",
            "addressDeliveriesPerSecond", "addressDeliveriesAtOnceMax", "roomFramesPerSecond",
            "roomFramesAtOnceMax", "roomNewcomersPerSecond", "roomNewcomersAtOnceMax",
            "sessionsPerRoomMax", "spectatorsPerRoomMax", "newcomersPerSecond",
            "newcomersAtOnceMax", "roomsPerHour", "roomsAtOnceMax", "serverRoomsPerHour",
            "serverRoomsAtOnceMax",
            "openRoomsMax", "connectionsPerAddressMax", "tlsHandshakesPerMinute", "joinsPerMinute",
            "wrongCodesPerMinute",
            "answerBytesPerMinute", "documentStepsPerMinute", "roomDocumentStepsPerMinute",
        ]
        for name in rates { setLimit(name, to: .max) }
    }

    private static var counts: [NamedLimit<ServerConfiguration, Int>] {
        ServiceLimits.intLimits.map { $0.inside(\.limits) }
            + AddressLimits.counts.map { $0.inside(\.addressLimits) }
    }

    private static var times: [NamedLimit<ServerConfiguration, Int64>] {
        ServiceLimits.int64Limits.map { $0.inside(\.limits) }
            + AddressLimits.times.map { $0.inside(\.addressLimits) }
    }
}
