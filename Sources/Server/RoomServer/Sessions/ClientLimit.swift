/// A limit that a client can meet, by its name in the tables of limits. The client learns the name, and the
/// shell writes it to its log.
public enum ClientLimit: String, CaseIterable, Sendable {
    case frameBytesMax
    case keysPerSecond, voidKeysPerSecond, addressKeysPerSecond
    case stepsPerSecond, addressStepsPerSecond
    case actionsInFlightMax
    case trafficPerSecond, addressTrafficPerSecond, roomTrafficPerSecond
    case addressDeliveriesPerSecond
    case joinTime
    case sessionsPerRoomMax, spectatorsPerRoomMax, openRoomsMax
    case newcomersPerSecond, roomNewcomersPerSecond, roomsPerHour, serverRoomsPerHour
    /// It delays frames, and no client learns of it.
    case roomFramesPerSecond
    // Before a session.
    case connectionsPerAddressMax, waitingPerAddressMax, waitingMax, tlsHandshakesPerMinute
    case joinsPerMinute, wrongCodesPerMinute
    case answerBytesPerMinute, documentStepsPerMinute, roomDocumentStepsPerMinute

    var bytes: [UInt8] { Array(rawValue.utf8) }
}
