import RoomServer
import SharedRoom

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
    private let connectionsMax: Int64
    private let newAddress: Entry
    private let newRoom: TokenBucket
    private var entries: [ClientAddress: Entry] = [:]
    /// The rooms whose documents were read lately.
    private var rooms: [RoomName: TokenBucket] = [:]
    private var lastCleanup: Int64 = 0
    /// The number of connections of all addresses.
    private(set) var connectionCount = 0

    init(_ limits: Limits) {
        connectionsMax = limits[.connectionsPerAddressMax]
        newAddress = Entry(limits)
        newRoom = TokenBucket(limits.rate(.roomDocumentStepsPerMinute), at: 0)
    }

    var count: Int { entries.count }

    private subscript(address: ClientAddress) -> Entry {
        get { entries[address, default: newAddress] }
        _modify { yield &entries[address, default: newAddress] }
    }

    /// Counts a connection other than a WebSocket, unless the address has too many. Connections of a proxy are always
    /// admitted.
    mutating func admitConnection(from address: ClientAddress, isProxy: Bool = false) -> Bool {
        guard isProxy || self[address].connections < connectionsMax else { return false }
        self[address].connections += 1
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
        return self[address].handshakes.consume(at: now)
    }

    /// Counts a WebSocket, unless the address has reached a limit.
    mutating func admitWebSocket(
        to room: RoomName, from address: ClientAddress, at now: Int64
    ) -> JoinDecision {
        removeIdleEntries(at: now)
        if let reached = self[address].admitWebSocket(to: room, connectionsMax, at: now) {
            return .refused(reached)
        }
        connectionCount += 1
        return .admitted(lockout: self[address].lockout(from: room, at: now)?.retry)
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
        entries[address]?.beginSession(in: room, at: now)
    }

    mutating func endSession(in room: RoomName, from address: ClientAddress, at now: Int64) {
        entries[address]?.rooms[room]?.webSockets -= 1
        entries[address]?.rooms[room]?.end = now
        entries[address]?.rooms[nil]?.webSockets += 1
    }

    /// The limit if the address has received too many bytes. Requests of foreign pages, which people do not choose,
    /// have a bucket of their own.
    mutating func answerLimit(
        of address: ClientAddress, isForeign: Bool = false, at now: Int64
    ) -> ReachedLimit? {
        removeIdleEntries(at: now)
        return self[address][keyPath: Entry.answerBucket(isForeign)].reached(at: now)
    }

    mutating func chargeAnswer(
        _ bytes: Int, from address: ClientAddress, isForeign: Bool = false, at now: Int64
    ) {
        self[address][keyPath: Entry.answerBucket(isForeign)].charge(
            Self.bytesPerAnswer + Int64(bytes), at: now)
    }

    /// The cost of a response without a body, in bytes.
    private static let bytesPerAnswer: Int64 = 1_000

    /// Charges the address and the room for a document, unless one of them has reached a limit. The room must have as
    /// many steps left as the address used lately, or half a burst. A locked-out address is admitted if its request has a
    /// read token. If the token is wrong, `lockout` is the reason to refuse it.
    mutating func admitDocument(
        _ steps: Int64, of room: RoomName, from address: ClientAddress, hasToken: Bool = false,
        at now: Int64
    ) -> (refusal: ReachedLimit?, lockout: ReachedLimit?) {
        removeIdleEntries(at: now)
        let lockout = self[address].lockout(from: room, at: now)
        if let lockout, !hasToken { return (lockout, nil) }
        if let reached = self[address].documentLimit(of: room, at: now) { return (reached, nil) }
        let used = self[address].documents.used(at: now)
        if let reached = rooms[room, default: newRoom].reached(for: used, at: now) {
            return (reached, nil)
        }
        chargeDocument(steps, of: room, from: address, at: now)
        return (nil, lockout)
    }

    mutating func chargeDocument(
        _ steps: Int64, of room: RoomName, from address: ClientAddress, at now: Int64
    ) {
        self[address].chargeDocument(steps, of: room, at: now)
        rooms[room, default: newRoom].charge(steps, at: now)
    }

    /// Counts a wrong code. After the name as typed, the page tries the code that it may stand for; both
    /// count as one. Requests that were admitted together may overdraw the bucket.
    mutating func noteWrongCode(_ name: RoomName, from address: ClientAddress, at now: Int64) {
        let isSecondTry = self[address].secondTry == name
        let code = RoomAddress.code(for: name)
        self[address].secondTry = isSecondTry || code == name ? nil : code
        if !isSecondTry { self[address].wrongCodes.charge(1, at: now) }
    }

    private mutating func removeIfFresh(_ address: ClientAddress, at now: Int64) {
        if entries[address]?.isFresh(at: now) == true { entries[address] = nil }
    }

    private mutating func removeIdleEntries(at now: Int64) {
        guard now >= lastCleanup + 60_000 else { return }
        lastCleanup = now
        entries = entries.compactMapValues { entry in
            var entry = entry
            entry.rooms = entry.rooms.filter { $0.key == nil || !$0.value.isForgotten(at: now) }
            return entry.isFresh(at: now) ? nil : entry
        }
        rooms = rooms.filter { _, bucket in
            var bucket = bucket
            return !bucket.isFull(at: now)
        }
    }
}

/// The use of an address.
private struct Entry {
    var connections = 0
    var webSockets = 0
    var handshakes: TokenBucket
    var joins: TokenBucket
    var documents: TokenBucket
    var wrongCodes: TokenBucket
    var answers: TokenBucket
    var foreignAnswers: TokenBucket
    /// The use of each room in which the address has sessions, or had some lately. The entry of nil is for all other
    /// rooms.
    var rooms: [RoomName?: RoomUse] = [:]
    /// The code that the page tries after a wrong one. It is not counted again.
    var secondTry: RoomName?

    init(_ limits: Limits) {
        func bucket(_ limit: Limit) -> TokenBucket { TokenBucket(limits.rate(limit), at: 0) }
        handshakes = bucket(.tlsHandshakesPerMinute)
        joins = bucket(.joinsPerMinute)
        documents = bucket(.documentStepsPerMinute)
        wrongCodes = bucket(.wrongCodesPerMinute)
        answers = bucket(.answerBytesPerMinute)
        foreignAnswers = answers
        rooms[nil] = RoomUse(joins, documents, at: 0)
    }

    static func answerBucket(_ isForeign: Bool) -> WritableKeyPath<Entry, TokenBucket> {
        isForeign ? \.foreignAnswers : \.answers
    }

    /// True if the entry equals a new one, and so can be removed.
    mutating func isFresh(at now: Int64) -> Bool {
        connections == 0 && webSockets == 0 && rooms.count == 1 && handshakes.isFull(at: now)
            && joins.isFull(at: now) && documents.isFull(at: now) && wrongCodes.isFull(at: now)
            && answers.isFull(at: now) && foreignAnswers.isFull(at: now)
    }

    /// The key of a room in `rooms`.
    private func known(_ room: RoomName) -> RoomName? { rooms[room] == nil ? nil : room }

    /// The limit of wrong codes, if the address has reached it and has no session in the room.
    mutating func lockout(from room: RoomName, at now: Int64) -> ReachedLimit? {
        rooms[room] == nil ? wrongCodes.reached(at: now) : nil
    }

    mutating func admitWebSocket(
        to room: RoomName, _ connectionsMax: Int64, at now: Int64
    ) -> ReachedLimit? {
        let room = known(room)
        let count = rooms[room]?.webSockets ?? 0
        guard webSockets < connectionsMax || count < connectionsMax / Int64(rooms.count)
        else { return ReachedLimit(.connectionsPerAddressMax) }
        let sharers = rooms.count
        if let reached = rooms[room]?.joins.reached(in: &joins, among: sharers, at: now) {
            return reached
        }
        rooms[room]?.joins.charge(1, to: &joins, among: sharers, at: now)
        webSockets += 1
        rooms[nil]?.webSockets += 1
        return nil
    }

    mutating func beginSession(in room: RoomName, at now: Int64) {
        rooms[room, default: RoomUse(joins, documents, at: now)].webSockets += 1
    }

    mutating func documentLimit(of room: RoomName, at now: Int64) -> ReachedLimit? {
        let sharers = rooms.count
        return rooms[known(room)]?.documents.reached(in: &documents, among: sharers, at: now)
    }

    mutating func chargeDocument(_ steps: Int64, of room: RoomName, at now: Int64) {
        let sharers = rooms.count
        rooms[known(room)]?.documents.charge(steps, to: &documents, among: sharers, at: now)
    }
}

/// The use of one or several rooms by an address.
private struct RoomUse {
    var webSockets = 0
    /// The time at which the last session ended.
    var end: Int64 = 0
    var joins: Share
    var documents: Share

    init(_ joins: TokenBucket, _ documents: TokenBucket, at now: Int64) {
        self.joins = Share(of: joins.rate, at: now)
        self.documents = Share(of: documents.rate, at: now)
    }

    /// False for ten minutes after the last session, because after an interruption all people of a room return.
    func isForgotten(at now: Int64) -> Bool {
        webSockets == 0 && end + 10 * Rate.minute <= now
    }
}
