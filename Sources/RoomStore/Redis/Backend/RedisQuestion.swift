import SharedRoom

/// A command to Redis whose reply is outstanding.
enum RedisQuestion {
    case append(RedisRoom, OperationID, number: [UInt8], [Draft], after: Int64, sent: Int64)
    /// - Parameter head: An event that was known when the command was sent.
    case load(RedisRoom, OperationID, head: Int64)
    case head(RedisRoom, OperationID)
    case forget(RedisRoom, OperationID)
    /// The state of a room that is subscribed again, or has missing events.
    case catchUp(RedisRoom, head: Int64)
    /// The epoch, the head, and the number of announcements of a room.
    case progress(RedisRoom, head: Int64)
    /// The room to compact.
    case compactionState(RedisRoom)
    case compaction(RedisRoom)
    /// The room of older rules that an edge wants to open.
    case conversionState(RedisRoom, OperationID)
    case conversion(RedisRoom, OperationID)
    case announcement(RedisRoom, edge: UInt32, number: Int64)
    /// The life of all rooms.
    case life
    /// The connections of these nodes.
    case nodes([UInt32])
    /// True if the node still exists for others.
    case renewal
    /// The reply does not matter.
    case nothing
}

extension RedisQuestion {
    /// The room that is needed until the reply comes.
    var room: RedisRoom? {
        switch self {
        case .append(let room, _, _, _, _, _), .load(let room, _, _), .head(let room, _),
            .forget(let room, _), .catchUp(let room, _), .progress(let room, _),
            .compactionState(let room), .compaction(let room), .conversionState(let room, _),
            .conversion(let room, _), .announcement(let room, _, _):
            room
        case .life, .nodes, .renewal, .nothing: nil
        }
    }
}

/// The participants at an edge of this node.
struct RedisAnnouncement {
    /// The number of the announcement at this node.
    let number: Int64
    /// In ascending order.
    let people: [UInt32]
    var stage = Stage.waiting

    enum Stage {
        case waiting, sent, executed
    }
}

/// A node's connection to Redis.
struct RedisSession: Equatable {
    /// The node, which keeps its number.
    let node: UInt32
    /// The number of the connection. Redis accepts appends only from a node's newest connection.
    let number: Int64
    /// Part of the epoch of every room. It changes when Redis may have lost confirmed events.
    let life: UInt64
    /// The SHA-1 digests of the scripts.
    let digests: [RedisScript: [UInt8]]
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
