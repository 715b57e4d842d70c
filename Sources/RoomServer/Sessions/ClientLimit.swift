/// A limit that a client can meet, by its name in the tables of limits. The client learns the name, and the
/// shell writes it to its log.
public enum ClientLimit: String, CaseIterable, Sendable {
    case frameBytesMax
    case keysPerSecond, voidKeysPerSecond, addressKeysPerSecond
    case stepsPerSecond, addressStepsPerSecond
    case actionsInFlightMax
    case trafficPerSecond, addressTrafficPerSecond
    case joinTime
    case sessionsPerRoomMax, spectatorsPerRoomMax, openRoomsMax
    case newcomersPerSecond, roomsPerHour, serverRoomsPerHour
    // Before a session.
    case connectionsPerAddressMax, waitingPerAddressMax, waitingMax
    case joinsPerMinute, wrongCodesPerMinute

    var bytes: [UInt8] { Array(rawValue.utf8) }
}
