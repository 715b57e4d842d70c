import RoomStore
import SharedRoom

/// A room that an edge of this node has open or wants to open, as the node knows it.
final class RedisRoom: TabledRoom {
    let name: RoomName
    var index = 0
    /// The epoch in Redis. Edges receive it combined with the store epoch.
    var epoch: UInt64 = 0
    /// The store epoch when the edges received the room.
    var storeEpoch: UInt64 = 0
    /// The last event that is known.
    var head: Int64 = 0
    /// The number of announcements that are known.
    var announced: Int64 = 0
    /// True if a message came before the room was open and current.
    var hasMissedMessage = false
    /// True if an edge has it open.
    var isOpen = false
    var stage = Stage.away
    /// The number of requests about the room without a reply.
    var requestCount = 0
    var isCompacting = false
    /// The commands that wait until the room is current.
    var waiting: [BackendCommand] = []
    /// The appends and forgettings of a lost connection, whose outcome is unknown. The append of a forgetting is nil.
    var uncertain: [(id: OperationID, append: RedisAppend?)] = []
    /// The participants at the edges of this node, until Redis has deleted them.
    var announcements: [UInt32: RedisAnnouncement] = [:]
    /// The edges of other nodes with participants in the room, and the connections that have announced them.
    var edgesElsewhere: [UInt32: Int64] = [:]
    /// How often Redis is still asked for the head, since something happened in the room.
    var checksLeft = RedisRoom.checksMax
    static let checksMax = 10

    enum Stage {
        /// There is no connection.
        case away
        /// The subscription is not confirmed, so messages may be missed.
        case subscribing
        /// Events are read that were published before the subscription.
        case reading
        case current
    }

    init(_ name: RoomName) {
        self.name = name
    }

    /// The last event that was certainly known when the first uncertain append was sent.
    var uncertainStart: Int64? { uncertain.compactMap(\.append?.after).min() }

    var known: RedisHead { RedisHead(epoch: epoch, sequence: head) }

    /// An earlier head; 0 if it was that of another epoch.
    func sequence(of known: RedisHead) -> Int64 { known.epoch == epoch ? known.sequence : 0 }

    func note(_ sequence: Int64) {
        guard sequence > head else { return }
        head = sequence
        checksLeft = Self.checksMax
    }

    /// The room is forgotten or invalid. Commands that wait concern the next room of that name.
    func end() {
        epoch = 0
        head = 0
        announced = 0
        isOpen = false
        announcements = [:]
        edgesElsewhere = [:]
    }
}

/// The participants at an edge of this node.
struct RedisAnnouncement {
    /// The number of the announcement at this node.
    let number: Int64
    /// In ascending order.
    let people: [UInt32]
    /// True if Redis has executed it, or may execute it.
    var isSent = false
}
