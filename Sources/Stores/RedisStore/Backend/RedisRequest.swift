import RoomStore
import SharedRoom

/// A command to Redis whose reply is outstanding.
enum RedisRequest {
    case ofRoom(RedisRoom, RedisRoomRequest)
    /// The number of replicas that have everything so far.
    case replicaCount
    /// The epoch of the store.
    case storeEpoch
    /// The connections of these nodes.
    case nodes([UInt32])
    /// Lets the node's key live longer. The answer tells whether it still existed: if it had expired, other nodes have
    /// dropped the participants of this one.
    case renewal
    /// The reply does not matter.
    case nothing

    /// The room that is needed until the reply comes.
    var room: RedisRoom? { if case .ofRoom(let room, _) = self { room } else { nil } }
}

/// A request about a room.
enum RedisRoomRequest {
    case append(RedisAppend)
    case head(OperationID)
    case forget(OperationID)
    case read(RedisRead)
    /// The epoch, the head, and the number of announcements.
    case progress(known: RedisHead)
    /// The state of the room to compact.
    case compactionState
    case compaction
    /// Publishes events that enough replicas have.
    case confirmation(UnconfirmedEvents)
    case announcement(edge: UInt32, number: Int64)
}

/// An event of an epoch that was known when a request was sent.
struct RedisHead {
    let epoch: UInt64
    let sequence: Int64
}

struct RedisAppend {
    let id: OperationID
    /// The number of the append in Redis.
    let number: RedisWord
    let drafts: [Draft]
    let epoch: UInt64
    /// The last event that was known when the request was sent. If a later snapshot replaces the append's events, nobody
    /// can find out whether it was executed.
    let after: Int64
    /// The time in nanoseconds.
    let sent: Int64
}

/// A request for the state of a room.
struct RedisRead {
    /// The command that opens the room; nil if the room is subscribed again, or has missing events.
    let opening: OperationID?
    /// The event after which events are read; 0 stands for everything.
    let after: Int64
    let known: RedisHead
    /// True after a confirmation. Events behind the head are then left out: while others append, there are always some,
    /// and the read would never end.
    let isFinal: Bool
}

/// Events that Redis has, and that are not published before enough replicas have them.
struct UnconfirmedEvents {
    let room: RedisRoom
    let epoch: UInt64
    /// The last of the events.
    let last: Int64
    let origin: Origin

    enum Origin {
        /// - Parameter compacted: The last event in the snapshot.
        case append(RedisAppend, [Event], compacted: Int64)
        /// The events behind the head of a state. A node may have ended before it published them, or Redis has lost the
        /// head. The state is read again when they are published.
        case read(RedisRead)
    }

    var isOfAppend: Bool { if case .append = origin { true } else { false } }

    /// The opening that waits for the events.
    var opening: OperationID? {
        if case .read(let read) = origin { read.opening } else { nil }
    }
}

/// A node's connection to Redis.
struct RedisSession: Equatable {
    let host: RedisHost
    /// The node, which keeps its number.
    let node: UInt32
    /// The number of the connection. Redis accepts appends only from a node's newest connection.
    let number: Int64
    /// Part of the epoch of every room. It changes when Redis may have lost confirmed events.
    let storeEpoch: UInt64
    /// The SHA-1 digests of the scripts.
    let digests: [RedisScript: RedisWord]
}

/// The state of the connection to Redis.
enum RedisLink {
    /// Redis is not reachable. The next attempt is made at this time.
    case away(nextAttempt: Int64, pause: Int64)
    case connected(RedisSession)

    var session: RedisSession? {
        if case .connected(let session) = self { session } else { nil }
    }
}
