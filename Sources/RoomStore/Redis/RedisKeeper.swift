import SharedRoom

// What a Redis store does, on its own thread.
//
// **A batch** is everything that was asked for since the last one, of all rooms and edges. It is sent
// together and its answers are waited for, so all of it shares one way there and back, and one sync of
// Redis's log. Whatever has to know how something before it ended (an opening, a closing) ends the
// batch first.
//
// **Events** come in two ways: as the answer to an append of this node, and as what every node is told
// when anybody appends. Each room knows up to which number its edges were told; what they know already
// is passed over. When a number is missing, the room is read from there on. An edge is subscribed before
// the room is read, so between the two nothing is lost, and the subscription may be: so how far a room
// is is asked after every interruption, and once a second of those in which something happened.
//
// **While Redis is away** appends are refused. Those that were on their way are in doubt: the room waits,
// and when Redis is back its events say which of them were done. None of them is done later, since
// Redis takes appends from the last connection of a node alone.
//
// **A life** is what epochs are made of beside the room's own. When Redis may have lost what it had
// confirmed, as it was started anew without having synced, or as a room has fewer events than edges were
// told of, another life begins: every edge is told its rooms anew, with other epochs.
final class RedisKeeper {
    let options: RedisOptions
    let deliveries: Guarded<Deliveries>
    /// Nil while Redis is away.
    var link: RedisLink?
    var node: UInt32
    var life: UInt64
    var rooms: [RoomName: RedisRoom] = [:]
    var openRooms = OpenRooms()
    /// The edges that may ask.
    var edges: Set<UInt32> = []
    /// What was sent and has no answer yet, in the order of sending.
    var questions: [RedisQuestion] = []
    /// What has to wait until a room's doubts are over.
    var putOff: [(request: LogRequest, edge: UInt32)] = []
    /// Rooms of which events are missing here.
    var behind: Set<RoomName> = []
    /// Rooms with so many events that some should go behind a snapshot.
    var waitingForFold: Set<RoomName> = []
    /// Rooms of older rules that somebody wants to open.
    var waitingForRenewal: [(room: RedisRoom, edge: UInt32, ticket: Int64)] = []
    /// Whether Redis has less than was told.
    var hasLost = false
    /// Who left while nobody could be told.
    var leftWhileAway: [(room: RoomName, epoch: UInt64, edge: UInt32, gone: [UInt32])] = []
    /// Whose presence is to be deleted, as their nodes are gone.
    var abandoned: [(room: RoomName, edge: UInt32)] = []
    var ticks = 0
    /// Of appends.
    var lastAppend: Int64 = 0
    var canWrite = true
    /// Read by other threads too.
    let commits = Guarded(CommitCounts())
    /// When Redis is to be tried again, and how long is waited after that.
    var retryTime: Int64 = 0
    var retryPause: Int64

    init(_ options: RedisOptions) throws(RedisFailure) {
        self.options = options
        let link = try RedisLink(options, node: 0)
        self.link = link
        node = link.node
        life = link.life
        retryPause = options.limits.retry.lowerBound
        deliveries = Guarded(Deliveries(after: link.node * RedisLink.edgesMax))
    }

    func tell(_ edges: [UInt32], _ report: LogReport) {
        deliveries.withLock { $0.tell(edges, report) }
    }

    func refuse(_ name: RoomName, _ ticket: Int64, _ failure: LogFailure, to edge: UInt32) {
        tell([edge], .refused(name, ticket: ticket, failure))
    }

    var roomTime: Int64 {
        // Redis takes less than 292 million years.
        options.daysKept.map { $0 * 86_400_000 } ?? 1_000_000_000_000_000
    }

    /// How long a name stands for a room that is not made.
    static let emptyRoomTime: Int64 = 120_000

    func noteFailure(_ message: String) {
        if canWrite { options.report(.cannotWrite(message)) }
        canWrite = false
    }

    func noteSuccess() {
        if !canWrite { options.report(.canWriteAgain) }
        canWrite = true
    }
}

/// What Redis was asked, and for whom.
enum RedisQuestion {
    case append(RedisRoom, RedisRoom.Doubt, [Draft])
    case open(RedisRoom, UInt32, ticket: Int64)
    case head(RedisRoom, UInt32, ticket: Int64)
    case forget(RoomName, UInt32, ticket: Int64)
    /// The rest of a room, from what was told on.
    case rest(RedisRoom)
    /// How far a room is, and which.
    case progress(RedisRoom)
    /// The life of all rooms.
    case life
    /// Which of these nodes are there.
    case nodes([UInt32])
    /// Whether the node is still taken for alive.
    case alive
    /// The answer says nothing.
    case nothing
}
