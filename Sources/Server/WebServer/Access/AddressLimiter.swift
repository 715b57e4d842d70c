import RoomServer
import SharedRoom

/// A limit that a client has reached.
struct ReachedLimit: Equatable {
    let limit: ClientLimit
    /// The milliseconds until the client may try again, if that is known.
    var retry: Int64?
}

/// The decision about a WebSocket.
enum JoinDecision: Equatable {
    /// If the address has tried too many names of rooms, and has no session in this one, `lockout` is how long it
    /// must not try others, in milliseconds.
    case admitted(lockout: Int64?)
    case refused(ReachedLimit)
}

/// Counts the connections, joins, wrong room codes, responses and documents of each address, and the documents of
/// each room, across all event loops.
///
/// Many people may have the same address. If one of them uses up one of its limits, each room in which the address has
/// sessions keeps an equal part of the limit, and all other rooms together keep one, too. Wrong codes lock nobody out of
/// a room in which the address has sessions.
///
/// An address without connections is removed when its buckets are full again.
struct AddressLimiter {
    private let limits: AddressLimits
    private let handshakes: Rate
    private let wrongCodes: Rate
    private let answers: Rate
    private let roomDocuments: Rate
    private let fresh: Entry
    private var entries: [ClientAddress: Entry] = [:]
    /// The rooms whose documents were read lately.
    private var rooms: [RoomName: TokenBucket] = [:]
    private var lastCleanup: Int64 = 0
    /// The number of connections of all addresses.
    private(set) var connectionCount = 0

    init(_ limits: AddressLimits) {
        func rate(_ limit: ClientLimit, _ count: Int64) -> Rate {
            Rate(limit, count, per: Rate.minute, burst: count)
        }
        self.limits = limits
        handshakes = rate(.tlsHandshakesPerMinute, limits.tlsHandshakesPerMinute)
        wrongCodes = rate(.wrongCodesPerMinute, limits.wrongCodesPerMinute)
        answers = rate(.answerBytesPerMinute, limits.answerBytesPerMinute)
        roomDocuments = rate(.roomDocumentStepsPerMinute, limits.roomDocumentStepsPerMinute)
        fresh = Entry(
            handshakes: TokenBucket(handshakes, at: 0),
            joins: SharedBucket(rate(.joinsPerMinute, limits.joinsPerMinute), at: 0),
            documents: SharedBucket(
                rate(.documentStepsPerMinute, limits.documentStepsPerMinute), at: 0),
            wrongCodes: TokenBucket(wrongCodes, at: 0), answers: TokenBucket(answers, at: 0),
            foreignAnswers: TokenBucket(answers, at: 0))
    }

    var count: Int { entries.count }

    /// Counts a connection other than a WebSocket, unless the address has too many. Connections of a proxy are always
    /// admitted.
    mutating func admitConnection(from address: ClientAddress, isProxy: Bool = false) -> Bool {
        let count = entries[address]?.connections ?? 0
        guard isProxy || count < limits.connectionsMax else { return false }
        entries[address, default: fresh].connections = count + 1
        connectionCount += 1
        return true
    }

    mutating func releaseConnection(from address: ClientAddress, at now: Int64) {
        connectionCount -= 1
        entries[address]?.connections -= 1
        removeIfFresh(address, at: now)
    }

    /// Counts a TLS handshake, or returns the limit that its address has reached.
    mutating func admitHandshake(from address: ClientAddress, at now: Int64) -> ReachedLimit? {
        removeIdleEntries(at: now)
        let wait = entries[address, default: fresh].handshakes.consume(handshakes, at: now)
        return Self.reached(handshakes, wait)
    }

    /// Counts a WebSocket, unless the address has reached a limit.
    mutating func admitWebSocket(
        to room: RoomName, from address: ClientAddress, at now: Int64
    ) -> JoinDecision {
        removeIdleEntries(at: now)
        if let reached = entries[address, default: fresh].admitWebSocket(to: room, limits, at: now)
        {
            return .refused(reached)
        }
        connectionCount += 1
        return .admitted(lockout: lockout(of: address, from: room, at: now)?.retry)
    }

    mutating func releaseWebSocket(from address: ClientAddress, at now: Int64) {
        connectionCount -= 1
        entries[address]?.webSockets -= 1
        entries[address]?.rooms[nil]?.webSockets -= 1
        removeIfFresh(address, at: now)
    }

    /// Notes that a WebSocket has joined its room.
    mutating func beginSession(in room: RoomName, from address: ClientAddress, at now: Int64) {
        entries[address]?.rooms[nil]?.webSockets -= 1
        entries[address]?.rooms[room, default: RoomUse(at: now)].webSockets += 1
    }

    mutating func endSession(in room: RoomName, from address: ClientAddress, at now: Int64) {
        entries[address]?.rooms[room]?.webSockets -= 1
        entries[address]?.rooms[room]?.end = now
        entries[address]?.rooms[nil]?.webSockets += 1
    }

    /// The limit of wrong codes, if the address has reached it and has no session in the room.
    private mutating func lockout(
        of address: ClientAddress, from room: RoomName, at now: Int64
    ) -> ReachedLimit? {
        guard entries[address]?.rooms[room] == nil else { return nil }
        return Self.reached(
            wrongCodes,
            entries[address, default: fresh].wrongCodes.timeUntilToken(wrongCodes, at: now))
    }

    private static func reached(_ rate: Rate, _ wait: Int64) -> ReachedLimit? {
        wait == 0 ? nil : ReachedLimit(limit: rate.limit, retry: wait)
    }

    /// The limit if the address has received too many bytes. Requests of foreign pages, which people do not choose,
    /// have a bucket of their own.
    mutating func answerLimit(
        of address: ClientAddress, isForeign: Bool = false, at now: Int64
    ) -> ReachedLimit? {
        removeIdleEntries(at: now)
        let bucket = Entry.answerBucket(isForeign)
        let wait = entries[address, default: fresh][keyPath: bucket].timeUntilToken(
            answers, at: now)
        return Self.reached(answers, wait)
    }

    mutating func chargeAnswer(
        _ bytes: Int, from address: ClientAddress, isForeign: Bool = false, at now: Int64
    ) {
        entries[address, default: fresh][keyPath: Entry.answerBucket(isForeign)].charge(
            Self.bytesPerAnswer + Int64(bytes), answers)
    }

    /// The cost of a response without a body, in bytes.
    private static let bytesPerAnswer: Int64 = 1_000

    /// Charges the address and the room for a document, unless one of them has reached a limit. A locked-out address is
    /// admitted if its request has a read token. If the token is wrong, `lockout` is the reason to refuse it.
    mutating func admitDocument(
        _ steps: Int64, of room: RoomName, from address: ClientAddress, hasToken: Bool = false,
        at now: Int64
    ) -> (refusal: ReachedLimit?, lockout: ReachedLimit?) {
        removeIdleEntries(at: now)
        let lockout = lockout(of: address, from: room, at: now)
        if let lockout, !hasToken { return (lockout, nil) }
        let (used, reached) = entries[address, default: fresh].useOfDocuments(of: room, at: now)
        if let reached { return (reached, nil) }
        let full = TokenBucket(roomDocuments, at: now)
        let wait = rooms[room, default: full].waitTime(roomDocuments, leaving: used, at: now)
        if let reached = Self.reached(roomDocuments, wait) { return (reached, nil) }
        chargeDocument(steps, of: room, from: address, at: now)
        return (nil, lockout)
    }

    mutating func chargeDocument(
        _ steps: Int64, of room: RoomName, from address: ClientAddress, at now: Int64
    ) {
        entries[address, default: fresh].chargeDocument(steps, of: room, at: now)
        rooms[room, default: TokenBucket(roomDocuments, at: now)].charge(steps, roomDocuments)
    }

    /// Counts a wrong code. After the name as typed, the page tries the code that it may stand for; both
    /// count as one.
    mutating func noteWrongCode(
        _ name: RoomName, from address: ClientAddress, at now: Int64
    ) {
        let isSecondTry = entries[address]?.secondTry == name
        let code = RoomAddress.code(for: name)
        entries[address, default: fresh].secondTry = isSecondTry || code == name ? nil : code
        guard !isSecondTry else { return }
        entries[address]?.wrongCodes.refill(wrongCodes, at: now)
        // Requests that were admitted together may overdraw the bucket.
        entries[address]?.wrongCodes.charge(1, wrongCodes)
    }

    private mutating func removeIfFresh(_ address: ClientAddress, at now: Int64) {
        if entries[address].map({ isFresh($0, at: now) }) == true { entries[address] = nil }
    }

    private mutating func removeIdleEntries(at now: Int64) {
        guard now >= lastCleanup + 60_000 else { return }
        lastCleanup = now
        entries = entries.compactMapValues { entry in
            var entry = entry
            entry.rooms = entry.rooms.filter { $0.key == nil || !$0.value.isForgotten(at: now) }
            return isFresh(entry, at: now) ? nil : entry
        }
        rooms = rooms.filter { _, bucket in
            var bucket = bucket
            return !bucket.isFull(roomDocuments, at: now)
        }
    }

    /// True if the entry equals a new one, and so can be removed.
    private func isFresh(_ entry: Entry, at now: Int64) -> Bool {
        var entry = entry
        return entry.connections == 0 && entry.webSockets == 0 && entry.rooms.count == 1
            && entry.handshakes.isFull(handshakes, at: now)
            && entry.joins.isFull(at: now) && entry.documents.isFull(at: now)
            && entry.wrongCodes.isFull(wrongCodes, at: now)
            && entry.answers.isFull(answers, at: now)
            && entry.foreignAnswers.isFull(answers, at: now)
    }
}

/// The use of an address.
private struct Entry {
    var connections = 0
    var webSockets = 0
    var handshakes: TokenBucket
    var joins: SharedBucket
    var documents: SharedBucket
    var wrongCodes: TokenBucket
    var answers: TokenBucket
    var foreignAnswers: TokenBucket
    /// The use of each room in which the address has sessions, or had some lately. The entry of nil is for all other
    /// rooms.
    var rooms: [RoomName?: RoomUse] = [nil: RoomUse(at: 0)]
    /// The code that the page tries after a wrong one. It is not counted again.
    var secondTry: RoomName?

    static func answerBucket(_ isForeign: Bool) -> WritableKeyPath<Entry, TokenBucket> {
        isForeign ? \.foreignAnswers : \.answers
    }

    /// The key of a room in `rooms`.
    private func known(_ room: RoomName) -> RoomName? { rooms[room] == nil ? nil : room }

    mutating func admitWebSocket(
        to room: RoomName, _ limits: AddressLimits, at now: Int64
    ) -> ReachedLimit? {
        let room = known(room)
        let count = rooms[room]?.webSockets ?? 0
        guard webSockets < limits.connectionsMax || count < limits.connectionsMax / rooms.count
        else { return ReachedLimit(limit: .connectionsPerAddressMax) }
        joins.sharerCount = rooms.count
        let tokens = rooms[room]?.joins.tokens(of: &joins, at: now) ?? 0
        guard tokens > 0 else {
            return ReachedLimit(limit: joins.rate.limit, retry: rooms[room]?.joins.waitTime(joins))
        }
        rooms[room]?.joins.charge(1, to: &joins, at: now)
        webSockets += 1
        rooms[nil]?.webSockets += 1
        return nil
    }

    /// The steps that the address has used lately; or the limit, if they are too many.
    mutating func useOfDocuments(
        of room: RoomName, at now: Int64
    ) -> (used: Int64, reached: ReachedLimit?) {
        let room = known(room)
        documents.sharerCount = rooms.count
        let tokens = rooms[room]?.documents.tokens(of: &documents, at: now) ?? 0
        guard tokens > 0 else {
            let wait = rooms[room]?.documents.waitTime(documents)
            return (0, ReachedLimit(limit: documents.rate.limit, retry: wait))
        }
        return (documents.used(at: now), nil)
    }

    mutating func chargeDocument(_ steps: Int64, of room: RoomName, at now: Int64) {
        rooms[known(room)]?.documents.charge(steps, to: &documents, at: now)
    }
}

/// The use of one or several rooms by an address.
private struct RoomUse {
    var webSockets = 0
    /// The time at which the last session ended.
    var end: Int64 = 0
    var joins: Share
    var documents: Share

    init(at now: Int64) {
        (joins, documents) = (Share(at: now), Share(at: now))
    }

    /// False for ten minutes after the last session, because after an interruption all people of a room return.
    func isForgotten(at now: Int64) -> Bool {
        webSockets == 0 && end + 10 * Rate.minute <= now
    }
}
