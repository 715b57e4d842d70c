public import SharedRoom

/// The decision logic of one event loop: a state machine between its sockets and the store.
///
///     var edge = Edge(limits: limits, digest: sha256, randomWord: randomWord)
///     let (session, instructions) = edge.connect(room, from: address, at: now)
///                                                    // instructions: [.wake(at: …)]
///     edge.receive(join, from: session, at: now)     // []
///     edge.dequeueRequests()                         // [.open(room, ticket: 1)]
///     edge.report(.opened(room, ticket: 1, contents), at: now)   // []
///     edge.endTick(at: now)                          // [.send(session, welcome)]
///
/// # Theory of operation
///
/// **Inputs and instructions.** The edge has no clock, socket or disk. The *shell* (in production the event
/// loop of the web server) reports what happens: a connection, a frame, a report from the store, an expired
/// timer. Each call returns instructions, which the shell performs in order. Time is an argument, in
/// milliseconds, and never goes back. After the inputs of a tick the shell calls `endTick`, which sends the
/// frames.
///
/// **Store requests and tickets.** Requests to the store wait in a queue until the shell calls
/// `dequeueRequests`. All actions that the people of a room send in between become one append, so they are
/// committed together. Every answer contains the ticket of its request. The events of an append are reported before
/// its answer, in the order of the requests.
///
/// **Sessions.** A session is `fresh` until it sends `join`, the only message it may send first. Then it is
/// `joining`: a `PendingJoin` in its room, which waits until the room is open and up to date and, if necessary,
/// until its `enter` event is committed. Then it is `joined`: a `Member` of its room with a cursor, the
/// sequence number up to which it has received events. A slow session costs only this cursor. A closed session
/// is removed at once, and later input from it is ignored.
///
/// **Rooms.** A room is a replica that only committed events change. The edge checks rate limits, appends an
/// action to the store, and remembers only that it is in flight. When its event comes back, the edge applies it
/// and charges its computation steps. If the store refuses it, the edge tells the client to resend it. The
/// room's rules decide about an action only when its event is applied.
///
/// **The end of a tick.** `endTick` visits the rooms in which something happened. It advances pending joins,
/// then sends each member one frame with all events since its cursor. Members with equal cursors share the
/// encoded frame. A session whose socket is blocked is skipped, and receives everything when it is unblocked.
public struct Edge {
    public let limits: Limits
    let hasher: SecretHasher
    let randomWord: () -> UInt64

    var sessions = Slots<Session>()
    var rooms = Slots<EdgeRoom>()
    /// The rooms' slots by name.
    var slotsByName = HashIndex()
    var addresses: Addresses
    /// The time of the current call.
    private(set) var now: Int64 = 0
    /// The slots of the rooms that `endTick` visits.
    var dueRooms: [Int] = []
    var deadlines = Deadlines()
    /// The memory of the rings of all rooms.
    public internal(set) var ringsByteCount = 0
    public internal(set) var counts = EdgeCounts()
    /// The time of the last `wake` instruction that is still pending.
    private var wakeTime: Int64?
    private var lastTicket: Int64 = 0
    var requests = RequestQueue()
    /// The instructions that the current call returns.
    private var instructions: [EdgeInstruction] = []

    /// `digest` must be a cryptographic hash of 32 bytes. `randomWord` must be unpredictable.
    public init(
        limits: Limits, digest: @escaping ([UInt8]) -> [UInt8],
        randomWord: @escaping () -> UInt64
    ) {
        self.limits = limits
        addresses = Addresses(limits)
        hasher = SecretHasher(digest)
        self.randomWord = randomWord
    }
}

/// Inputs.
extension Edge {
    /// A client opened a WebSocket to a room. `address` is a number for the client's address. If the address has
    /// tried too many names of rooms, `lockout` is how long it must not try others, in milliseconds.
    public mutating func connect(
        _ room: RoomName, from address: UInt64, lockout: Int64? = nil, at now: Int64
    ) -> (session: SessionID, instructions: [EdgeInstruction]) {
        self.now = now
        let slotID = sessions.insert(
            Session(
                state: .fresh(room), address: addresses.addSession(from: address, at: now),
                lockout: lockout, budget: Budget(limits, at: now)))
        deadlines.set(.join, for: slotID, at: now + limits[.joinTime])
        return (SessionID(slotID: slotID), finishCall())
    }

    /// The client sent a text frame.
    public mutating func receive(
        _ frame: [UInt8], from session: SessionID, at now: Int64
    ) -> [EdgeInstruction] {
        guard sessions.isCurrent(session.slotID) else { return [] }
        self.now = now
        do throws(CodecError) {
            if let message = try ClientMessage.decode(frame) { handle(message, from: session) }
        } catch {
            let isTooLong = frame.count > WireLimits.frameBytesMax
            close(session, isTooLong ? .frameSize : .frame, text: error.text)
        }
        return finishCall()
    }

    /// Charges the bytes and packets that a socket has received since the last call. If the client or its address has
    /// sent more than it may, `pause` is the time in milliseconds for which the shell must not read from the socket, and
    /// the client learns which limit it met.
    public mutating func charge(
        bytes: Int64, packets: Int64, to session: SessionID, at now: Int64
    ) -> (pause: Int64, instructions: [EdgeInstruction]) {
        guard sessions.isCurrent(session.slotID) else { return (0, []) }
        self.now = now
        let address = sessions[session.slot].address
        let reached = sessions[session.slot].budget.charge(
            bytes: bytes + packets * Self.packetBytes, from: &addresses[address], at: now)
        guard let reached, let pause = reached.retry else { return (0, []) }
        emit(.noteLimit(reached.limit, session))
        emit(.send(session, Self.throttled(by: reached.limit, retry: pause)))
        return (pause, finishCall())
    }

    /// The cost of receiving a packet, in bytes.
    private static let packetBytes: Int64 = 128

    private static func throttled(by limit: Limit, retry: Int64) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.beginObject("throttled")
        writer.member("limit", limit.bytes)
        writer.member("retry", retry)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    /// The socket was closed.
    public mutating func disconnect(_ session: SessionID, at now: Int64) -> [EdgeInstruction] {
        guard sessions.isCurrent(session.slotID) else { return [] }
        self.now = now
        remove(session)
        return finishCall()
    }

    /// The socket accepts no data for now.
    public mutating func block(_ session: SessionID) {
        guard sessions.isCurrent(session.slotID) else { return }
        sessions[session.slot].isBlocked = true
    }

    /// The socket accepts data again. `endTick` sends what is due.
    public mutating func unblock(_ session: SessionID) {
        guard sessions.isCurrent(session.slotID) else { return }
        sessions[session.slot].isBlocked = false
        guard case .joined(let member) = sessions[session.slot].state else { return }
        markDue(member.room)
        if !self[member].hasPresenceList { schedulePresence(in: member.room) }
    }

    public mutating func report(_ report: LogReport, at now: Int64) -> [EdgeInstruction] {
        self.now = now
        handle(report)
        return finishCall()
    }

    /// The time of a `wake` instruction has come.
    public mutating func wake(at now: Int64) -> [EdgeInstruction] {
        self.now = now
        if let time = wakeTime, time <= now { wakeTime = nil }
        handleDeadlines()
        return finishCall()
    }

    /// The shell has reported all inputs of this tick.
    public mutating func endTick(at now: Int64) -> [EdgeInstruction] {
        self.now = now
        let due = dueRooms
        dueRooms.removeAll(keepingCapacity: true)
        // Reserve the space once instead of growing repeatedly.
        instructions.reserveCapacity(due.reduce(0) { $0 + rooms[$1].members.count })
        for room in due where rooms[room].isDue { finishTick(of: room) }
        emptyOldestRings()
        return finishCall()
    }

    /// True if store requests are queued.
    public var hasRequests: Bool { !requests.isEmpty }

    /// Removes and returns the queued store requests. The shell must submit them in this order.
    public mutating func dequeueRequests() -> [LogRequest] { requests.dequeueAll() }

    /// Closes all sessions because the server stops. Each receives a random `retry`; the more sessions there
    /// are, the longer the range.
    public mutating func stop(at now: Int64) -> [EdgeInstruction] {
        self.now = now
        let slotIDs = sessions.slotIDs
        let all = limits[.restartSpreadPerSession] * Int64(slotIDs.count)
        let spread = min(limits[.restartSpread], all)
        for slotID in slotIDs {
            let retry = randomWord() % UInt64(max(1, spread))
            close(SessionID(slotID: slotID), .restart, retry: Int64(retry))
        }
        return finishCall()
    }
}

extension Edge {
    subscript(member: MemberIndex) -> Member {
        _read { yield rooms[member.room].members[member.position] }
        _modify { yield &rooms[member.room].members[member.position] }
    }

    mutating func emit(_ instruction: EdgeInstruction) {
        instructions.append(instruction)
    }

    mutating func nextTicket() -> Int64 {
        lastTicket += 1
        return lastTicket
    }

    /// The slot of an open or opening room.
    func slot(of name: RoomName) -> Int? {
        slotsByName.slot(of: name.hash) { rooms[$0].name == name }
    }

    mutating func markDue(_ room: Int) {
        guard !rooms[room].isDue else { return }
        rooms[room].isDue = true
        dueRooms.append(room)
    }

    mutating func finishCall() -> [EdgeInstruction] {
        if let next = deadlines.next, next < (wakeTime ?? Int64.max) {
            wakeTime = next
            emit(.wake(at: next))
        }
        defer { instructions = [] }
        return instructions
    }
}

extension RoomName {
    var hash: UInt64 {
        var hash = StateHash(0)
        hash.add(bytes)
        return hash.value
    }
}
