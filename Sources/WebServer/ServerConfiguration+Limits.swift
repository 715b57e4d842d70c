import SharedRoom

/// The limits by their names, as an operator says them.
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

    /// Nobody is refused for what they ask for, as a measurement wants it. What keeps memory small
    /// stays.
    public mutating func liftLimits() {
        let rates = [
            "keysPerSecond", "keysAtOnceMax", "voidKeysPerSecond", "voidKeysAtOnceMax",
            "stepsPerSecond", "stepsAtOnceMax", "addressKeysPerSecond", "addressKeysAtOnceMax",
            "addressStepsPerSecond", "addressStepsAtOnceMax", "actionsInFlightMax",
            "sessionsPerRoomMax",
            "openRoomsMax", "connectionsPerAddressMax", "joinsPerMinute", "wrongCodesPerMinute",
        ]
        for name in rates { setLimit(name, to: .max) }
    }

    private typealias Limit<Value> = (
        name: String, path: WritableKeyPath<ServerConfiguration, Value>
    )

    private static var counts: [Limit<Int>] {
        [
            ("frameBytesMax", \.limits.frameBytesMax),
            ("keysPerFrameMax", \.limits.keysPerFrameMax),
            ("actionsInFlightMax", \.limits.actionsInFlightMax),
            ("sessionsPerRoomMax", \.limits.sessionsPerRoomMax),
            ("openRoomsMax", \.limits.openRoomsMax),
            ("ringEventsMax", \.limits.ringEventsMax),
            ("ringBytesMax", \.limits.ringBytesMax),
            ("ringsBytesMax", \.limits.ringsBytesMax),
            ("peopleListedMax", \.limits.peopleListedMax),
            ("connectionsPerAddressMax", \.addressLimits.connectionsMax),
        ]
    }

    private static var times: [Limit<Int64>] {
        [
            ("keysPerSecond", \.limits.keysPerSecond),
            ("keysAtOnceMax", \.limits.keysAtOnceMax),
            ("voidKeysPerSecond", \.limits.voidKeysPerSecond),
            ("voidKeysAtOnceMax", \.limits.voidKeysAtOnceMax),
            ("stepsPerSecond", \.limits.stepsPerSecond),
            ("stepsAtOnceMax", \.limits.stepsAtOnceMax),
            ("addressKeysPerSecond", \.limits.addressKeysPerSecond),
            ("addressKeysAtOnceMax", \.limits.addressKeysAtOnceMax),
            ("addressStepsPerSecond", \.limits.addressStepsPerSecond),
            ("addressStepsAtOnceMax", \.limits.addressStepsAtOnceMax),
            ("presencePeriod", \.limits.presencePeriod),
            ("presencePeriodPerSession", \.limits.presencePeriodPerSession),
            ("hashPeriod", \.limits.hashPeriod),
            ("hashEventsMax", \.limits.hashEventsMax),
            ("repairPeriod", \.limits.repairPeriod),
            ("joinTime", \.limits.joinTime),
            ("roomIdleTime", \.limits.roomIdleTime),
            ("storageRetry", \.limits.storageRetry),
            ("restartSpread", \.limits.restartSpread),
            ("joinsPerMinute", \.addressLimits.joinsPerMinute),
            ("wrongCodesPerMinute", \.addressLimits.wrongCodesPerMinute),
        ]
    }

    /// Whether this is where a server may be: `https://calc.example`.
    public static func isAddress(_ text: String) -> Bool {
        Authority(ofAddress: text) != nil
    }
}
