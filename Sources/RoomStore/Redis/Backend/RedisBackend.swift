import SharedRoom

/// Keeps rooms in a Redis that several nodes share. A pure state machine: calls report what happened; commands,
/// subscriptions and events come back in queues. It does no I/O and has no clock.
///
/// # Theory of operation
///
/// **Connections.** A node has two connections: one for commands, whose replies come in the order of the commands, and one
/// for messages. The link is *connected*, or *away*. When it is lost, questions without a reply fail, except appends and
/// forgettings: their outcome is unknown. While Redis is away, commands fail.
///
/// **Rooms.** A room is *away*, then *subscribing*, then *reading*, then *current*. It is subscribed before it is read,
/// so no message falls in between. After each reconnection, the missed events are read. Only then are commands about
/// the room sent.
///
/// **Doubts.** Each append has a number, which its first event has in Redis too. The events that are read after a
/// reconnection show which appends of unknown outcome were executed. None is executed later, because Redis accepts
/// appends only from the newest connection of a node (fencing).
///
/// **Messages.** They come over another connection than replies, so they may be older or newer than a read state.
/// Events and announcements are numbered, so older ones are ignored, and if one is missing, the room is read. Redis does
/// not repeat messages. Once a second, the node asks for the numbers of each room with recent events.
///
/// **Presence.** Redis stores the participants at an edge with the number of the node's connection, so they count as
/// long as the connection is the newest one of a living node. After each reconnection, the node announces them again.
///
/// **Lives.** All epochs contain a number that changes when Redis may have lost confirmed events: it was restarted
/// without having synced them, or a room has fewer events than this node has received. Then all rooms are replaced.
final class RedisBackend {
    let options: RedisOptions
    var link: RedisLink
    /// 0 until the first connection.
    var node: UInt32 = 0
    var rooms = RoomTable<RedisRoom>()
    /// The outstanding replies, in the order of their commands.
    var questions = Queue<RedisQuestion>()
    /// The events for the engine.
    var events = Queue<BackendEvent>()
    /// The commands to send.
    var outbox: [[[UInt8]]] = []
    /// The rooms to subscribe, in order; false to unsubscribe.
    var subscriptions: [(room: RoomName, isOn: Bool)] = []
    /// The number of subscriptions to a room that are not confirmed.
    var unconfirmed: [RoomName: Int] = [:]
    /// The rooms with so many events that some should be compacted.
    var awaitingCompaction = Queue<RedisRoom>()
    var isCompacting = false
    /// The life when Redis has fewer events than were received. The next connection begins another one.
    var lostLife: UInt64?
    var lastAnnouncement: Int64 = 0
    var tickCount = 0
    var lastAppend: Int64 = 0
    var canWrite = true
    /// The events appended since the last call of `takeCommits`, and the time when the first was sent.
    var committed: (events: Int64, sent: Int64)?
    var failedCommits: Int64 = 0
    /// The time in nanoseconds, for measurements.
    var time: Int64 = 0
    /// True if replies are outstanding or commands wait.
    var isBusy: Bool { !questions.isEmpty || rooms.all.contains { !$0.waiting.isEmpty } }
    /// The time since which a reply is outstanding.
    var waitingSince: Int64?
    /// The time when a silent Redis counts as lost.
    var deadline: Int64? { waitingSince.map { $0 + Int64(options.limits.patience) } }

    init(_ options: RedisOptions) {
        self.options = options
        link = .away(nextAttempt: 0, pause: options.limits.retry.lowerBound)
    }

    var session: RedisSession? { link.session }

    func fail(_ name: RoomName, _ id: OperationID, _ failure: LogFailure = .unavailable) {
        events.append(.failed(name, id, failure))
    }

    func noteFailure(_ message: String) {
        if canWrite { options.report(.cannotWrite(message)) }
        canWrite = false
    }

    func noteSuccess() {
        if !canWrite { options.report(.canWriteAgain) }
        canWrite = true
    }

    /// The time that Redis keeps a room without a visit. Redis accepts less than 292 million years.
    var roomTime: Int64 { options.daysKept.map { $0 * 86_400_000 } ?? 1_000_000_000_000_000 }
    /// The time that Redis keeps the epoch of an empty room.
    static let emptyRoomTime: Int64 = 120_000
}

/// Commands of the engine.
extension RedisBackend {
    func perform(_ command: BackendCommand, at now: Int64) {
        switch command {
        case .load(let name, let id):
            let room = rooms.room(name)
            guard session != nil else { return failLoad(of: room, id) }
            if case .away = room.stage { subscribe(room) }
            sendWhenCurrent(command, room, now)
        case .append(let name, _, _), .head(let name, _), .forget(let name, _),
            .catchUp(let name, _):
            guard let room = rooms[name], session != nil else { return giveUp(command) }
            sendWhenCurrent(command, room, now)
        case .announce(let name, let edge, let people):
            guard let room = rooms[name], room.isOpen else { return }
            announce(people, at: edge, in: room, now)
        case .release(let name):
            guard let room = rooms[name] else { return }
            room.isOpen = false
            dropIfUnused(room)
        }
    }

    private func failLoad(of room: RedisRoom, _ id: OperationID) {
        fail(room.name, id)
        dropIfUnused(room)
    }

    /// Forgets a room that no edge has open, unless commands about it are unanswered.
    func dropIfUnused(_ room: RedisRoom) {
        guard !room.isOpen, room.questionCount == 0, room.waiting.isEmpty, room.doubts.isEmpty,
            room.announcements.isEmpty, rooms[room.name] === room
        else { return }
        rooms.remove(room.name)
        if session != nil { subscriptions.append((room.name, isOn: false)) }
    }

    private func sendWhenCurrent(_ command: BackendCommand, _ room: RedisRoom, _ now: Int64) {
        guard case .current = room.stage else { return room.waiting.append(command) }
        send(command, room, now)
    }

    private func send(_ command: BackendCommand, _ room: RedisRoom, _ now: Int64) {
        if case .load(_, let id) = command { return load(room, id, now) }
        // Another node may have forgotten the room.
        guard room.isOpen else { return giveUp(command, .notOpen) }
        switch command {
        case .append(_, let id, let drafts): append(drafts, id, to: room, now)
        case .head(_, let id):
            ask(["HGET", .init(RedisWords.room(room.name)), "head"], .head(room, id), now)
        case .forget(_, let id):
            ask(forget(room), .forget(room, id), now)
        case .catchUp(_, let sequence):
            readState(of: room, after: sequence, creating: nil, now)
        case .load, .announce, .release: break
        }
    }

    func load(_ room: RedisRoom, _ id: OperationID, _ now: Int64) {
        // A Redis that refuses writes does not have the epoch of an empty room.
        let epoch = room.isOpen && room.head == 0 ? room.epoch : options.random()
        ask(
            open(room, after: 0, creating: epoch),
            .load(room, id, head: room.isOpen ? room.head : 0), now)
    }

    /// Reads the epoch, missing events and the presence of a room.
    func readState(
        of room: RedisRoom, after sequence: Int64, creating epoch: UInt64?, _ now: Int64
    ) {
        let head = room.life == session?.life ? room.head : 0
        ask(open(room, after: sequence, creating: epoch), .catchUp(room, head: head), now)
    }

    /// A room that is not current will be read.
    func readMissed(of room: RedisRoom, _ now: Int64) {
        guard case .current = room.stage else { return }
        readState(of: room, after: room.head, creating: nil, now)
    }

    private func append(
        _ drafts: [Draft], _ id: OperationID, to room: RedisRoom, _ now: Int64
    ) {
        guard let session else { return fail(room.name, id) }
        lastAppend += 1
        let number = RedisWords.word("\(node).\(session.number).\(lastAppend)")
        let question = RedisQuestion.append(
            room, id, number: number, drafts, after: room.head, sent: time)
        ask(append(drafts, number, to: room, session), question, now)
    }

    /// Sends a command.
    func ask(_ words: [RedisWord], _ question: RedisQuestion, _ now: Int64) {
        outbox.append(words.map(\.bytes))
        questions.append(question)
        question.room?.questionCount += 1
        if waitingSince == nil { waitingSince = now }
    }

    /// A message that came before the room was open and current may be newer than the read state.
    func readIfMissed(_ room: RedisRoom, _ now: Int64) {
        if room.isOpen, room.hasMissedMessage { readMissed(of: room, now) }
        room.hasMissedMessage = false
    }

    /// Sends the commands that waited for the room.
    func makeCurrent(_ room: RedisRoom, _ now: Int64) {
        room.stage = .current
        sendAnnouncements(of: room, now)
        readIfMissed(room, now)
        let commands = room.waiting
        room.waiting = []
        for command in commands { send(command, room, now) }
        dropIfUnused(room)
    }
}
