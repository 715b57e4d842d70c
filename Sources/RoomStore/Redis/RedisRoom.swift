import SharedRoom

/// A room that is open at an edge of this node.
final class RedisRoom {
    let name: RoomName
    /// As Redis has it.
    var epoch: UInt64 = 0
    /// The life of all rooms in which the edges here were told of it. What they take for its epoch is made
    /// of both.
    var life: UInt64 = 0
    /// The last event that the edges here were told of.
    var told: Int64 = 0
    /// The last event that is known to be there.
    var known: Int64 = 0
    var audience = Audience()
    /// Who is present at edges of other nodes.
    var elsewhere: [UInt32: Set<UInt32>] = [:]
    /// What was asked of Redis and not answered.
    var unanswered = 0
    /// Whether an opening, or something as far-reaching, is among it.
    var isChanging = false
    /// Appends of which a lost connection leaves open whether they were done.
    var doubts: [Doubt] = []
    /// Answers that come after events that are not here yet.
    var held: [(edge: UInt32, report: LogReport)] = []
    /// How often Redis is still asked how far the room is, since something happened in it.
    var checksLeft = RedisRoom.checks
    static let checks = 10

    struct Doubt {
        let number: [UInt8]
        let edge: UInt32
        let ticket: Int64
        /// The last event that was told when it was sent.
        let told: Int64
    }

    init(_ name: RoomName) {
        self.name = name
    }

    var presentElsewhere: [OpenedRoom.Presence] {
        elsewhere.keys.sorted().flatMap { edge in
            (elsewhere[edge] ?? []).sorted().map {
                OpenedRoom.Presence(edge: edge, participant: $0)
            }
        }
    }
}
