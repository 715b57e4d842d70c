import SharedRoom

/// Requests with ticket 0, for tests that do not distinguish the answers.
extension LogRequest {
    static func open(_ room: RoomName) -> LogRequest { .open(room, ticket: 0) }

    static func close(_ room: RoomName) -> LogRequest { .close(room, ticket: 0) }
}
