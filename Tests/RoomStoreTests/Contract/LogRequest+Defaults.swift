import SharedRoom

/// Requests whose answers a test does not tell apart.
extension LogRequest {
    static func open(_ room: RoomName) -> LogRequest { .open(room, ticket: 0) }

    static func close(_ room: RoomName) -> LogRequest { .close(room, ticket: 0) }
}
