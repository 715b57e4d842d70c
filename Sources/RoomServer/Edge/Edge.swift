public import SharedRoom

// An edge: what decides everything between sockets and a store.
//
// Events go in, actions come out, and nothing else happens here: no clock, no socket, no disk. A
// shell calls the edge for whatever it hears, does what the edge says, and at the end of each turn of
// its loop calls `endTurn`. Time is the shell's, in milliseconds that never go back.
//
// **What is to be asked of the store** waits here until the shell takes it, once or twice a turn:
// what the people of a room do meanwhile is one request, looked up, kept and told as one.
//
// **A session** is fresh, joining or joined. Fresh, it may only join. Joining, it stands in a list of
// its room and waits, for the room to be opened, for the store's head, for its `enter` to come back.
// Joined, it is a member of the room and has a cursor: the number of the last event that it was sent.
// That is all that a slow one costs. When the edge closes a session it is gone at once, and what still
// comes from it is passed over, as is everything from an unknown one.
//
// **A room** is a replica made of committed events alone. What a member does is appended to the store
// and forgotten, but for a row in a queue: when the event comes back, its work is charged to the
// member; when a refusal comes back, the member is told. Whether an action is allowed is decided by
// the replica when it comes back, never here.
//
// **The end of a turn** looks at the rooms in which something happened. Those who wait go a step
// further, and whoever has joined is welcomed; whoever is behind gets one frame with everything since
// the cursor, written once for all who are equally far. A session that takes no more is left out, and has its turn when it does again.
public struct Edge {
    let limits: ServiceLimits
    let identities: Identities
    let chance: () -> UInt64

    var sessions = Slots<Session>(vacant: Session(state: .vacant, origin: 0))
    var rooms = Slots<EdgeRoom>(vacant: EdgeRoom(nil))
    /// The slots of the rooms by their names.
    var table = HashTable()
    var origins: Origins
    /// The slots of the rooms that are looked at when the turn ends.
    var dueRooms: [Int] = []
    var deadlines = Deadlines()
    /// What the rings of all rooms take.
    public internal(set) var ringsByteCount = 0
    public internal(set) var counts = EdgeCounts()
    /// What the shell was asked for last and has not done yet.
    private var wakeTime: Int64?
    private var lastTicket: Int64 = 0
    var requests = Requests()
    /// What is to be done, gathered during one call.
    private var actions: [EdgeAction] = []

    /// `digest` gives 32 bytes that nobody can turn back into what they came from; `chance` gives
    /// numbers that nobody can guess.
    public init(
        limits: ServiceLimits, digest: @escaping ([UInt8]) -> [UInt8],
        chance: @escaping () -> UInt64
    ) {
        self.limits = limits
        origins = Origins(limits)
        identities = Identities(digest)
        self.chance = chance
    }
}

/// What a shell tells.
extension Edge {
    /// A socket was opened at the address of a room, from somewhere that has a number.
    public mutating func connect(
        _ room: RoomName, from origin: UInt64, at now: Int64
    ) -> (session: SessionID, actions: [EdgeAction]) {
        let origin = origins.enter(origin, at: now)
        let place = sessions.insert(Session(state: .fresh(room), origin: origin))
        deadlines.set(.join, for: place, at: now + limits.joinTime)
        return (SessionID(place: place), takeActions())
    }

    /// A text frame has come.
    public mutating func receive(
        _ frame: [UInt8], from session: SessionID, at now: Int64
    ) -> [EdgeAction] {
        guard sessions.isCurrent(session.place) else { return [] }
        do throws(CodecError) {
            let message = try ClientMessage.decode(frame, limits: limits)
            if let message { take(message, from: session, at: now) }
        } catch {
            let isTooLong = frame.count > limits.frameBytesMax
            close(session, isTooLong ? .frameSize : .frame, text: error.text)
        }
        return takeActions()
    }

    /// The socket is gone.
    public mutating func disconnect(_ session: SessionID, at now: Int64) -> [EdgeAction] {
        guard sessions.isCurrent(session.place) else { return [] }
        drop(session)
        return takeActions()
    }

    /// The socket takes no more for now.
    public mutating func block(_ session: SessionID) {
        guard sessions.isCurrent(session.place) else { return }
        sessions[session.slot].isBlocked = true
    }

    /// It does again. What is due is sent at the end of the turn.
    public mutating func unblock(_ session: SessionID) {
        guard sessions.isCurrent(session.place) else { return }
        sessions[session.slot].isBlocked = false
        guard case .joined(let room, let place) = sessions[session.slot].state else { return }
        makeDue(room)
        if !rooms[room].members[place].knowsPresent { tellPresenceSoon(in: room) }
    }

    /// The store says something.
    public mutating func report(_ report: LogReport, at now: Int64) -> [EdgeAction] {
        take(report, at: now)
        return takeActions()
    }

    /// A time has come for which the edge asked.
    public mutating func wake(at now: Int64) -> [EdgeAction] {
        if let time = wakeTime, time <= now { wakeTime = nil }
        takeDeadlines(at: now)
        return takeActions()
    }

    /// Everything that was heard of in this turn of the loop was told.
    public mutating func endTurn(at now: Int64) -> [EdgeAction] {
        let due = dueRooms
        dueRooms.removeAll(keepingCapacity: true)
        // Place for all, made once instead of again and again.
        actions.reserveCapacity(due.reduce(0) { $0 + rooms[$1].members.count })
        for room in due where rooms[room].isDue { finishTurn(of: room, at: now) }
        emptyOldestRings()
        return takeActions()
    }

    /// Whether there is something to be asked of the store.
    public var hasRequests: Bool { !requests.isEmpty }

    /// What is to be asked of the store, in this order. The shell calls this after whatever else it
    /// calls, sooner or later.
    public mutating func takeRequests() -> [LogRequest] { requests.take() }

    /// The server stops. Everybody may come back, the more there are the less at the same moment.
    public mutating func stop(at now: Int64) -> [EdgeAction] {
        let places = sessions.places
        let all = limits.restartSpreadPerSession.multipliedReportingOverflow(
            by: Int64(places.count))
        let spread = min(limits.restartSpread, all.overflow ? .max : all.partialValue)
        for place in places {
            let retry = chance() % UInt64(max(1, spread))
            close(SessionID(place: place), .restart, retry: Int64(retry))
        }
        return takeActions()
    }
}

/// What the rest of the edge is written with.
extension Edge {
    mutating func act(_ action: EdgeAction) {
        actions.append(action)
    }

    mutating func nextTicket() -> Int64 {
        lastTicket += 1
        return lastTicket
    }

    /// Where the room lies, if it is here.
    func slot(of name: RoomName) -> Int? {
        table.slot(of: name.hash) { rooms[$0].name == name }
    }

    mutating func makeDue(_ room: Int) {
        guard !rooms[room].isDue else { return }
        rooms[room].isDue = true
        dueRooms.append(room)
    }

    mutating func takeActions() -> [EdgeAction] {
        if let next = deadlines.next, next < (wakeTime ?? Int64.max) {
            wakeTime = next
            act(.wake(at: next))
        }
        defer { actions = [] }
        return actions
    }
}

extension RoomName {
    var hash: UInt64 {
        var hash = StateHash(0)
        hash.add(bytes)
        return hash.value
    }
}
