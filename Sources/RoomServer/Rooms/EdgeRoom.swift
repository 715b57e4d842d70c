import ExactNumbers
import SharedRoom

/// A room at this edge: a replica that committed events alone have made, what was written of them,
/// and the sessions that look at it.
struct EdgeRoom {
    enum Phase {
        /// The store was asked and has not answered. Members there are already if the room is opened
        /// anew.
        case opening
        case open
    }

    /// Nil only in a free slot.
    let name: RoomName?
    var phase = Phase.opening
    var epoch: UInt64 = 0
    private(set) var secret: UInt64 = 0
    private(set) var room = Room()
    private(set) var ring: Ring
    /// What the edge has counted of it.
    private var ringBytesCounted = 0
    private var snapshot: (sequence: Int64, base64: [UInt8])?

    /// Those who wait.
    var joining: [Joining] = []
    /// Those who have joined, in no order.
    var members: [Member] = []
    /// In the order in which it was asked for.
    var inFlight = Queue<InFlight>()
    /// The last thing that was asked of the store, if it can still be added to.
    var append: Requests.Append?
    /// Whether a `make` is among it. Others who would make the room wait for that one.
    var isMaking = false
    var attendance = Attendance()
    var sightings = Sightings()
    /// When this edge first saw the room full; nil while it is not.
    private var fullSince: Int64?

    /// When a hash was last sent to everybody, and of which event.
    var hashed: (sequence: Int64, time: Int64)
    /// What everybody was sent, but those whose sockets take no more.
    var sent: Int64 = 0

    /// Whether the room is looked at when the turn ends.
    var isDue = false
    /// Whether deadlines are set, and have come.
    var hashDeadline = DeadlineState.none
    var presenceDeadline = DeadlineState.none
    /// When its members were told last who is here.
    var presenceTold: Int64?
    /// Since when there are no sessions.
    var emptySince: Int64?

    enum DeadlineState {
        case none
        /// It is set when the turn ends.
        case wanted
        case set
        case reached
    }

    init(_ name: RoomName?) {
        self.name = name
        let room = Room()
        ring = Ring(after: 0, hash: room.hash)
        hashed = (0, 0)
    }

    var sessionCount: Int { members.count + joining.count }
    var isEmpty: Bool { members.isEmpty && joining.isEmpty }
}

extension EdgeRoom {
    /// Takes in the next event, and writes it for everybody.
    mutating func apply(_ event: Event, _ limits: ServiceLimits) -> Outcome {
        let outcome = room.apply(event)
        var writer = JSONWriter(capacity: 64)
        event.draft.writeBody(to: &writer, void: outcome.verdict.voidReason)
        // The room's time, which never goes back or below 0, leads every replica to the same state as
        // the event's own.
        ring.append(writer.bytes, at: room.time, hash: room.hash, limits)
        return outcome
    }

    /// Works where the room lies: a copy of it would take longer than all else about a key.
    mutating func mayPress(_ number: UInt32) -> Bool { room.mayPress(number) }

    /// Takes the room as the store has it; false when that makes no sense.
    mutating func open(_ opened: OpenedRoom, _ limits: ServiceLimits) -> Bool {
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
        sent = room.sequence
        attendance.reopen(opened.present)
        return true
    }

    /// The room in its binary form, as a frame has it: written once for all who need it now.
    mutating func snapshotText() -> [UInt8] {
        if let snapshot, snapshot.sequence == room.sequence { return snapshot.base64 }
        let base64 = Base64.encoded(room.snapshot)
        snapshot = (room.sequence, base64)
        return base64
    }

    /// A snapshot that nobody can be sent any more takes no memory.
    mutating func dropOldSnapshot() {
        if let snapshot, snapshot.sequence != room.sequence { self.snapshot = nil }
    }

    /// Whether the next event would push one out that nobody was sent yet. That is so when an edge is
    /// told of many at once, after it has waited for a processor.
    mutating func isRingFullOfNews(_ limits: ServiceLimits) -> Bool {
        ring.isFull(limits) && ring.start >= sent
    }

    /// How much more the ring takes than it did when this was asked last.
    mutating func takeRingGrowth() -> Int {
        let growth = ring.byteCount - ringBytesCounted
        ringBytesCounted = ring.byteCount
        return growth
    }

    /// Whoever has not read everything needs a snapshot then.
    mutating func emptyRing() {
        ring = Ring(after: room.sequence, hash: room.hash)
    }

    /// Whether a client that says so has the room as it was then, and can be told the rest.
    func canResume(_ since: Join.Position) -> Bool {
        guard since.epoch == epoch, let hash = ring.hash(after: since.sequence) else {
            return false
        }
        return since.hash == nil || since.hash == hash
    }

}

/// Places in a full room.
extension EdgeRoom {
    /// Notes the time of what happened in this turn.
    mutating func stampPlaces(at now: Int64) {
        sightings.stamp(at: now, room.people)
        fullSince = room.isFull ? fullSince ?? now : nil
    }

    /// The participant who has been absent for longest, and whose place somebody new may take.
    ///
    /// The participant has been absent for `placeKeptTime`, and the room full for as long. A
    /// participant who comes back to a full room enters by an event, which every edge applies and
    /// which makes an earlier `replaces` void. One who came back before the room was full has been
    /// announced to all edges by now. So nobody who is connected loses the place while edges hear of
    /// each other within that time. A node that was stopped for longer may find that others took its
    /// participants for absent: it closes their sessions with `replaced`, and they enter again.
    func longestAbsent(at now: Int64, _ limits: ServiceLimits) -> Participant? {
        let latest = now - limits.placeKeptTime
        guard let fullSince, fullSince <= latest else { return nil }
        var found: (person: Participant, seen: Int64)?
        for person in room.people.all
        where room.mayBeReplaced(person) && !attendance.isPresent(person.number) {
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
    /// Without a snapshot the room is one that has not begun.
    fileprivate init?(_ snapshot: [UInt8]?) {
        self.init()
        guard let snapshot else { return }
        do throws(BinaryDecodingError) { self = try Room(decoding: snapshot) } catch { return nil }
    }
}
