import RoomStore
import SharedRoom

/// Keeps rooms in a Redis that several nodes share. A pure state machine: calls report what happened; commands,
/// subscriptions and events come back in queues. It does no I/O and has no clock.
///
/// # Theory of operation
///
/// **Connections.** A node has two connections: one for commands, whose replies come in the order of the commands, and one
/// for messages. The link is *connected*, or *away*. When it is lost, requests without a reply fail, except appends and
/// forgettings: their outcome is unknown. While Redis is away, commands fail.
///
/// **Rooms.** A room is *away*, then *subscribing*, then *reading*, then *current*. It is subscribed before it is read,
/// so no message falls in between. After each reconnection, the missed events are read. Only then are commands about
/// the room sent.
///
/// **Uncertain appends.** Each append has a number, which its first event has in Redis too. The events that are read after a
/// reconnection show which appends of unknown outcome were executed. None is executed later, because Redis accepts
/// appends only from the newest connection of a node (fencing).
///
/// **Replicas.** If replicas have to confirm events, an append does not publish them. WAIT follows it, and then the script
/// `confirm` publishes them and moves the head. A node that reads events behind the head, after a failover or the end of
/// another node, does the same and reads again, so that no event that was published before seems to be missing. While
/// replicas are missing, appends have no answer.
///
/// **Messages.** They come over another connection than replies, so they may be older or newer than a read state.
/// Events and announcements are numbered, so older ones are ignored, and if one is missing, the room is read. Redis does
/// not repeat messages. Once a second, the node asks for the numbers of each room with recent events.
///
/// **Other epochs.** A room that has another epoch in the same store epoch was forgotten.
///
/// **Presence.** Redis stores the participants at an edge with the number of the node's connection, so they count as
/// long as the connection is the newest one of a living node. After each reconnection, the node announces them again.
///
/// **Store epoch.** All epochs contain a number that changes when Redis may have lost confirmed events: it was restarted
/// without having synced them, or a room has fewer events than this node has received. It also changes when a copy gets
/// the name of a room. Then all rooms are replaced: edges continue with the rooms that Redis has.
final class RedisBackend: Backend {
    let options: RedisOptions
    var link: RedisLink
    /// 0 until the first connection.
    var node: UInt32 = 0
    var rooms = RoomTable<RedisRoom>()
    /// The outstanding replies, in the order of their commands.
    var requests = Queue<RedisRequest>()
    var events = Queue<BackendEvent>()
    /// The commands to send.
    var outbox: [[RedisWord]] = []
    /// The rooms to subscribe, in order; false to unsubscribe.
    var subscriptions: [(room: RoomName, isOn: Bool)] = []
    /// The number of subscriptions to a room that are not confirmed.
    var unconfirmed: [RoomName: Int] = [:]
    /// The events that Redis has, without enough replicas that have them.
    var awaitingReplicas: [UnconfirmedEvents] = []
    var isReplicating = false
    /// True if not enough replicas answered the last question.
    var lacksReplicas = false
    /// The store epoch when Redis has fewer events than were received. The next connection begins another one.
    var lostEpoch: UInt64?
    /// The store epoch of the last connection.
    var lastEpoch: UInt64?
    var lastAnnouncement: Int64 = 0
    var tickCount = 0
    var lastAppend: Int64 = 0
    var canWrite = true
    let commits = Guarded(CommitCounts())
    /// The monotonic time in nanoseconds, which the store sets before its calls.
    var time: Int64 = 0
    /// In milliseconds.
    var now: Int64 { time / 1_000_000 }
    /// True if replies are outstanding or commands wait.
    var isBusy: Bool { !requests.isEmpty || rooms.all.contains { !$0.waiting.isEmpty } }
    /// The time since which a reply is outstanding.
    var waitingSince: Int64?
    /// The time when a silent Redis counts as lost.
    var deadline: Int64? { waitingSince.map { $0 + Int64(options.limits.timeout) } }

    init(_ options: RedisOptions) {
        self.options = options
        link = .away(nextAttempt: 0, pause: options.limits.retry.lowerBound)
    }

    var session: RedisSession? { link.session }
    var keys: RedisKeys { options.keys }
    var report: @Sendable (StoreNotice) -> Void { options.common.report }
    var clock: @Sendable () -> Int64 { options.common.clock }
    var roomTime: Int64 { options.roomTime }
}

/// Commands of the engine.
extension RedisBackend {
    func perform(_ command: BackendCommand) {
        switch command {
        case .load(let name, _):
            guard session != nil else { return fail(command) }
            let room = rooms[name] ?? rooms.insert(RedisRoom(name))
            if room.stage == .away { subscribe(room) }
            sendWhenCurrent(command, room)
        case .append(let name, _, _), .head(let name, _), .forget(let name, _),
            .catchUp(let name, _):
            guard let room = rooms[name], session != nil else { return fail(command) }
            sendWhenCurrent(command, room)
        case .announce(let name, let edge, let people):
            guard let room = rooms[name], room.isOpen else { return }
            announce(people, at: edge, in: room)
        case .release(let name):
            guard let room = rooms[name] else { return }
            room.isOpen = false
            dropIfUnused(room)
        }
    }

    func fail(_ command: BackendCommand, _ failure: LogFailure = .unavailable) {
        switch command {
        case .load(let name, let id), .append(let name, let id, _), .head(let name, let id),
            .forget(let name, let id):
            fail(name, id, failure)
        case .catchUp(let name, _): events.append(.caughtUp(name))
        case .announce, .release: break
        }
    }

    /// Forgets a room that no edge has open, unless commands about it are unanswered.
    func dropIfUnused(_ room: RedisRoom) {
        guard !room.isOpen, room.requestCount == 0, room.waiting.isEmpty, room.uncertain.isEmpty,
            room.announcements.isEmpty, rooms[room.name] === room
        else { return }
        rooms.remove(room.name)
        if session != nil { subscriptions.append((room.name, isOn: false)) }
    }

    private func sendWhenCurrent(_ command: BackendCommand, _ room: RedisRoom) {
        guard room.stage == .current else { return room.waiting.append(command) }
        send(command, room)
    }

    private func send(_ command: BackendCommand, _ room: RedisRoom) {
        if case .load(_, let id) = command { return read(room, opening: id) }
        // Another node may have forgotten the room.
        guard room.isOpen else { return fail(command, .notOpen) }
        switch command {
        case .append(_, let id, let drafts): append(drafts, id, to: room)
        case .head(_, let id):
            request(["HGET", keys.room(room.name), "head"], .ofRoom(room, .head(id)))
        case .forget(_, let id): request(forget(room), .ofRoom(room, .forget(id)))
        case .catchUp(_, let sequence): read(room, after: sequence)
        case .load, .announce, .release: break
        }
    }

    /// Reads the epoch, the events after an event, and the presence of a room.
    ///
    /// - Parameter id: The command that opens the room; nil to catch up.
    func read(
        _ room: RedisRoom, after sequence: Int64 = 0, opening id: OperationID? = nil,
        isFinal: Bool = false
    ) {
        let isSameEpoch = room.storeEpoch == session?.storeEpoch
        // The room may never have been stored, because Redis refused writes, or was lost in an earlier store epoch.
        let mayBeNew = room.isOpen && (room.head == 0 || !isSameEpoch)
        let epoch = mayBeNew ? room.epoch : id == nil ? nil : options.common.random()
        let known = RedisHead(epoch: room.epoch, sequence: isSameEpoch ? room.head : 0)
        request(
            .open(room.name, keys, after: sequence, creating: epoch, time: roomTime),
            .ofRoom(
                room, .read(RedisRead(opening: id, after: sequence, known: known, isFinal: isFinal))
            ))
    }

    func abandon(_ read: RedisRead, of room: RedisRoom) {
        events.append(
            read.opening.map { .failed(room.name, $0, .unavailable) } ?? .caughtUp(room.name))
    }

    /// A room that is not current will be read.
    func readMissed(of room: RedisRoom) {
        guard room.stage == .current else { return }
        read(room, after: room.head)
    }

    /// A message that came before the room was open and current may be newer than the read state.
    func readIfMissed(_ room: RedisRoom) {
        if room.isOpen, room.hasMissedMessage { readMissed(of: room) }
        room.hasMissedMessage = false
    }

    /// Sends the commands that waited for the room.
    func makeCurrent(_ room: RedisRoom) {
        room.stage = .current
        sendAnnouncements(of: room)
        readIfMissed(room)
        let commands = room.waiting
        room.waiting = []
        for command in commands { send(command, room) }
        dropIfUnused(room)
    }
}

/// Commands for Redis.
extension RedisBackend {
    func request(_ words: [RedisWord], _ request: RedisRequest) {
        outbox.append(words)
        requests.append(request)
        request.room?.requestCount += 1
        if waitingSince == nil { waitingSince = now }
    }

    func request(_ call: RedisCall, _ request: RedisRequest) {
        self.request(call.words(digests: session?.digests ?? [:]), request)
    }

    private func append(_ drafts: [Draft], _ id: OperationID, to room: RedisRoom) {
        guard let session else { return fail(room.name, id) }
        lastAppend += 1
        let append = RedisAppend(
            id: id, number: "\(node).\(session.number).\(lastAppend)", drafts: drafts,
            epoch: room.epoch,
            after: room.head, sent: time)
        request(
            RedisCall(
                .append,
                keys: [
                    keys.room(room.name), keys.events(room.name), keys.node(node),
                    keys.store,
                ],
                [
                    RedisWord(epoch: room.epoch), "\(session.number)",
                    "\(Event.time(options.common.clock()))", "\(options.common.rules)",
                    "\(roomTime)",
                    append.number, options.replicas == 0 ? "1" : "0",
                ] + drafts.map(RedisWord.init(body:))),
            .ofRoom(room, .append(append)))
        if options.replicas > 0 { requestReplicaCount() }
    }

    private func forget(_ room: RedisRoom) -> RedisCall {
        RedisCall(
            .forget,
            keys: keys.stored(room.name)
                + [keys.present(room.name), keys.node(node)],
            [
                RedisWord(epoch: room.epoch), RedisWord(epoch: options.common.random()),
                "\(RedisCall.emptyRoomTime)", "\(session?.number ?? 0)",
            ])
    }
}
