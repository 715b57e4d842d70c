import SharedRoom

/// A command to Redis whose reply is outstanding.
enum RedisRequest {
    case operation(RedisOperation, OperationID, RedisRoom)
    case upkeep(RedisUpkeep, RedisRoom)
    /// The number of replicas that have everything so far. Then the events of these reads are confirmed.
    case replication([UnconfirmedRead])
    /// The epoch of the store.
    case storeEpoch
    /// The connections of these nodes.
    case nodes([UInt32])
    /// True if the node still exists for others.
    case renewal
    /// The reply does not matter.
    case nothing

    /// The room that is needed until the reply comes.
    var room: RedisRoom? {
        switch self {
        case .operation(_, _, let room), .upkeep(_, let room): room
        case .replication, .storeEpoch, .nodes, .renewal, .nothing: nil
        }
    }
}

/// A request that answers a command of the engine.
enum RedisOperation {
    case append(RedisAppend)
    /// - Parameter isFinal: True if the events behind the head are not waited for.
    case load(known: RedisHead, isFinal: Bool)
    case head
    case forget
    /// Replaces the state of older rules. Then the room is loaded again.
    case conversion
}

/// An event of an epoch that was known when a request was sent.
struct RedisHead {
    let epoch: UInt64
    let sequence: Int64
}

struct RedisAppend {
    /// The number of the append in Redis.
    let number: RedisWord
    let drafts: [Draft]
    let epoch: UInt64
    /// The last event that was known when the request was sent.
    let after: Int64
    /// The time in nanoseconds.
    let sent: Int64
}

/// An append that Redis has executed. Its events are not published before enough replicas have them.
struct RedisAppended {
    let append: RedisAppend
    let id: OperationID
    let room: RedisRoom
    let events: [Event]
    /// The last event in the snapshot.
    let compacted: Int64
}

/// A read that found events behind the head. A node may have ended before it published them, or Redis has lost the head.
struct UnconfirmedRead {
    let purpose: Purpose
    let room: RedisRoom
    let epoch: UInt64
    let last: Int64

    enum Purpose {
        case opening(OperationID)
        case catchingUp(after: Int64)
    }
}

/// A request about a room that no command of the engine waits for.
enum RedisUpkeep {
    /// The state of a room that is subscribed again, or has missing events, after an event; 0 stands for everything.
    case catchUp(known: RedisHead, after: Int64, isFinal: Bool)
    /// The epoch, the head, and the number of announcements.
    case progress(known: RedisHead)
    /// The state of the room to compact.
    case compactionState
    case compaction
    /// The events of these appends are published.
    case confirmation([RedisAppended])
    /// The events are published that a read has found behind the head. Then the room is read again.
    case recovery(UnconfirmedRead)
    case announcement(edge: UInt32, number: Int64)
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
