import ExactNumbers
import SharedRoom

/// A room at an edge: a replica made of committed events, their encoded form, and the sessions.
struct EdgeRoom {
    enum Phase: Equatable {
        /// The store has not answered the request with this ticket. If the room is being opened again, it already has
        /// members.
        case opening(ticket: Int64)
        case open
    }

    let name: RoomName
    var phase: Phase
    var epoch: UInt64 = 0
    private(set) var secret: UInt64 = 0
    private(set) var room = Room()
    private(set) var ring: Ring
    /// The size of the ring that the edge has counted.
    private var measuredRingByteCount = 0
    private var snapshot: (sequence: Int64, base64: [UInt8])?
    /// The last view, and the state that it shows.
    var shown: (state: ViewState, view: RoomView)?
    /// The computation steps of views that nobody has paid for.
    var viewSteps = 0
    /// The append whose event was applied last; its session pays for views.
    var lastAppend: InFlight?

    var pendingJoins: [PendingJoin] = []
    /// In no particular order.
    var members: [Member] = []
    /// Append requests in the order in which they were sent.
    var inFlight = Queue<InFlight>()
    /// The append that later actions of this tick can extend.
    var openAppend: RequestQueue.OpenAppend?
    /// True while a `make` is in flight. Other joins wait for it.
    var isMaking = false
    var presence = RoomPresence()
    var sightings = Sightings()
    /// The new participants from all addresses.
    var newcomers: TokenBucket
    var frames: TokenBucket
    /// True while events wait because the room has sent too many frames.
    var isWaitingToSend = false
    /// The time at which this edge first saw the room full; nil if it is not full.
    private var fullSince: Int64?

    /// The last hash that was sent to all members: its event, and the time.
    var lastHash: (sequence: Int64, time: Int64)
    /// All members have received the events up to this sequence number, except blocked ones.
    var sentSequence: Int64 = 0

    /// True if `endTick` visits the room.
    var isDue = false
    var hashDeadline = DeadlineState.none
    var presenceDeadline = DeadlineState.none
    /// The time at which the members last received changes of presence.
    var presenceSentTime: Int64?
    /// The time since which the room has had no sessions.
    var emptySince: Int64?

    enum DeadlineState {
        case none, set, reached
    }

    init(_ name: RoomName, opening ticket: Int64, _ limits: Limits) {
        self.name = name
        phase = .opening(ticket: ticket)
        newcomers = TokenBucket(limits.rate(.roomNewcomersPerSecond), at: 0)
        frames = TokenBucket(limits.rate(.roomFramesPerSecond), at: 0)
        let room = Room()
        ring = Ring(after: 0, hash: room.hash)
        lastHash = (0, 0)
    }

    var isEmpty: Bool { members.isEmpty && pendingJoins.isEmpty }
}

extension EdgeRoom {
    /// Applies the next event and encodes it for all sessions.
    mutating func apply(_ event: Event, _ limits: Limits) -> Outcome {
        let outcome = room.apply(event)
        var writer = JSONWriter(capacity: 64)
        event.draft.writeBody(to: &writer, void: outcome.verdict.voidReason)
        // The event's own time may go back. The room's time does not, and has the same effect in a replica.
        ring.append(writer.bytes, at: room.time, hash: room.hash, limits)
        return outcome
    }

    /// Replaces the replica with the stored room. Returns false if the stored data are invalid.
    mutating func load(_ opened: OpenedRoom, _ limits: Limits) -> Bool {
        guard let replica = Room(opened.snapshot) else { return false }
        room = replica
        ring = Ring(after: replica.sequence, hash: replica.hash)
        snapshot = nil
        for event in opened.events {
            guard event.sequence == room.sequence + 1 else { return false }
            _ = apply(event, limits)
        }
        phase = .open
        epoch = opened.epoch
        secret = opened.secret
        sentSequence = room.sequence
        presence.reset(opened.present)
        return true
    }

    /// The snapshot of the room as frames contain it, encoded once for all sessions of this tick.
    mutating func snapshotText() -> [UInt8] {
        if let snapshot, snapshot.sequence == room.sequence { return snapshot.base64 }
        let base64 = Base64.encoded(room.snapshot)
        snapshot = (room.sequence, base64)
        return base64
    }

    /// Releases a snapshot that no session can use any more.
    mutating func dropOldSnapshot() {
        if let snapshot, snapshot.sequence != room.sequence { self.snapshot = nil }
    }

    /// True if the next event would drop an event that has not been sent. This happens if many events are
    /// reported at once, for example after the process had to wait for a processor. Mutating because it works in
    /// place: copying the room would take longer than everything else that a key press needs.
    mutating func isRingFullOfUnsentEvents(_ limits: Limits) -> Bool {
        ring.isFull(limits) && ring.start >= sentSequence
    }

    /// The growth of the ring since the last call.
    mutating func measureRingGrowth() -> Int {
        let growth = ring.byteCount - measuredRingByteCount
        measuredRingByteCount = ring.byteCount
        return growth
    }

    /// Drops all recent events. Sessions that have not received them need a snapshot.
    mutating func emptyRing() {
        ring = Ring(after: room.sequence, hash: room.hash)
    }

    /// True if the client's copy of the room is correct and the ring has the events after it.
    func canResume(_ since: Join.Position) -> Bool {
        guard since.epoch == epoch, let hash = ring.hash(after: since.sequence) else {
            return false
        }
        return since.hash == nil || since.hash == hash
    }
}

/// Places in a full room.
extension EdgeRoom {
    /// Notes at the end of a tick if the room is full.
    mutating func updatePlaces(at now: Int64) {
        sightings.prune(room.people)
        fullSince = room.isFull ? fullSince ?? now : nil
    }

    /// The participant who has been absent for longest, and whose place somebody new may take.
    ///
    /// Two conditions must hold: the participant has been absent for `placeKeptTime`, and the room has been
    /// full for `placeKeptTime`. Together they protect everybody who is connected:
    ///
    /// - A participant who returns to a full room enters by an event, which makes an earlier `replaces` void.
    /// - A participant who returned before the room was full has been announced to all edges since.
    ///
    /// This requires that announcements arrive within `placeKeptTime`. If a node was stopped for longer, other
    /// nodes may have replaced its participants: it closes their sessions with `replaced`, and they enter
    /// again.
    func longestAbsent(at now: Int64, _ limits: Limits) -> Participant? {
        let latest = now - limits[.placeKeptTime]
        guard let fullSince, fullSince <= latest else { return nil }
        var found: (person: Participant, seen: Int64)?
        for person in room.people.all
        where room.mayBeReplaced(person) && !presence.isPresent(person.number) {
            let seen = sightings.time(of: person.number) ?? .min
            if seen > latest { continue }
            if let found, (found.seen, found.person.lastActed) < (seen, person.lastActed) {
                continue
            }
            found = (person, seen)
        }
        return found?.person
    }
}

extension Verdict {
    var voidReason: VoidReason? {
        switch self {
        case .applied: nil
        case .void(let reason): reason
        }
    }
}

extension Room {
    /// Without a snapshot the room begins empty.
    fileprivate init?(_ snapshot: [UInt8]?) {
        self.init()
        guard let snapshot else { return }
        do throws(BinaryDecodingError) { self = try Room(decoding: snapshot) } catch { return nil }
    }
}
