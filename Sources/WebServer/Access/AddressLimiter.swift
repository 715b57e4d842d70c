import RoomServer
import SharedRoom

/// A limit that a client has reached.
struct ReachedLimit: Equatable {
    let limit: ClientLimit
    /// The milliseconds until the client may try again, if that is known.
    var retry: Int64?
}

/// Counts the connections, joins, wrong room codes, responses and documents of each address, and the documents of
/// each room, across all event loops.
///
/// An address without connections is removed when its buckets are full again.
struct AddressLimiter {
    private struct Entry {
        var connections = 0
        var handshakes: TokenBucket
        var joins: TokenBucket
        var wrongCodes: TokenBucket
        var answers: TokenBucket
        var documents: TokenBucket
        /// The code that the page tries after a wrong one. It is not counted again.
        var secondTry: RoomName?
    }

    private let limits: AddressLimits
    private let handshakes: Rate
    private let joins: Rate
    private let wrongCodes: Rate
    private let answers: Rate
    private let documents: Rate
    private let roomDocuments: Rate
    private let fresh: Entry
    private var entries: [ClientAddress: Entry] = [:]
    /// The rooms whose documents were read lately.
    private var rooms: [RoomName: TokenBucket] = [:]
    private var lastCleanup: Int64 = 0
    /// The number of connections of all addresses.
    private(set) var connectionCount = 0

    init(_ limits: AddressLimits) {
        self.limits = limits
        handshakes = Rate(
            .tlsHandshakesPerMinute, limits.tlsHandshakesPerMinute, per: Rate.minute,
            burst: limits.tlsHandshakesPerMinute)
        joins = Rate(
            .joinsPerMinute, limits.joinsPerMinute, per: Rate.minute, burst: limits.joinsPerMinute)
        wrongCodes = Rate(
            .wrongCodesPerMinute, limits.wrongCodesPerMinute, per: Rate.minute,
            burst: limits.wrongCodesPerMinute)
        answers = Rate(
            .answerBytesPerMinute, limits.answerBytesPerMinute, per: Rate.minute,
            burst: limits.answerBytesPerMinute)
        documents = Rate(
            .documentStepsPerMinute, limits.documentStepsPerMinute, per: Rate.minute,
            burst: limits.documentStepsPerMinute)
        roomDocuments = Rate(
            .roomDocumentStepsPerMinute, limits.roomDocumentStepsPerMinute, per: Rate.minute,
            burst: limits.roomDocumentStepsPerMinute)
        fresh = Entry(
            handshakes: TokenBucket(handshakes, at: 0), joins: TokenBucket(joins, at: 0),
            wrongCodes: TokenBucket(wrongCodes, at: 0),
            answers: TokenBucket(answers, at: 0), documents: TokenBucket(documents, at: 0))
    }

    var count: Int { entries.count }

    /// Counts a connection, unless the address has too many. Connections of a proxy are always admitted,
    /// because their requests name the client's address later.
    mutating func admitConnection(from address: ClientAddress, isProxy: Bool = false) -> Bool {
        let count = entries[address]?.connections ?? 0
        guard isProxy || count < limits.connectionsMax else { return false }
        entries[address, default: fresh].connections = count + 1
        connectionCount += 1
        return true
    }

    mutating func releaseConnection(from address: ClientAddress, at now: Int64) {
        connectionCount -= 1
        guard var entry = entries[address] else { return }
        entry.connections -= 1
        entries[address] = isFresh(entry, at: now) ? nil : entry
    }

    /// Counts a TLS handshake, or returns the limit that its address has reached.
    mutating func admitHandshake(from address: ClientAddress, at now: Int64) -> ReachedLimit? {
        removeIdleEntries(at: now)
        let wait = entries[address, default: fresh].handshakes.consume(handshakes, at: now)
        return Self.reached(handshakes, wait)
    }

    /// Counts a WebSocket, or returns the limit that its address has reached.
    mutating func admitJoin(from address: ClientAddress, at now: Int64) -> ReachedLimit? {
        removeIdleEntries(at: now)
        let wait = entries[address, default: fresh].wrongCodes.timeUntilToken(wrongCodes, at: now)
        return Self.reached(wrongCodes, wait)
            ?? Self.reached(joins, entries[address, default: fresh].joins.consume(joins, at: now))
    }

    private static func reached(_ rate: Rate, _ wait: Int64) -> ReachedLimit? {
        wait == 0 ? nil : ReachedLimit(limit: rate.limit, retry: wait)
    }

    /// The limit if the address has received too many bytes.
    mutating func answerLimit(of address: ClientAddress, at now: Int64) -> ReachedLimit? {
        removeIdleEntries(at: now)
        let wait = entries[address, default: fresh].answers.timeUntilToken(answers, at: now)
        return Self.reached(answers, wait)
    }

    mutating func chargeAnswer(_ bytes: Int, from address: ClientAddress, at now: Int64) {
        entries[address, default: fresh].answers.charge(Self.bytesPerAnswer + Int64(bytes), answers)
    }

    /// The cost of a response without a body, in bytes.
    private static let bytesPerAnswer: Int64 = 1_000

    /// Charges the address and the room for a document, or returns the limit that one of them has reached.
    mutating func admitDocument(
        _ steps: Int64, of room: RoomName, from address: ClientAddress, at now: Int64
    ) -> ReachedLimit? {
        let wait = entries[address, default: fresh].documents.timeUntilToken(documents, at: now)
        let full = TokenBucket(roomDocuments, at: now)
        let roomWait = rooms[room, default: full].timeUntilToken(roomDocuments, at: now)
        if let reached = Self.reached(documents, wait) ?? Self.reached(roomDocuments, roomWait) {
            return reached
        }
        chargeDocument(steps, of: room, from: address, at: now)
        return nil
    }

    mutating func chargeDocument(
        _ steps: Int64, of room: RoomName, from address: ClientAddress, at now: Int64
    ) {
        entries[address, default: fresh].documents.charge(steps, documents)
        rooms[room, default: TokenBucket(roomDocuments, at: now)].charge(steps, roomDocuments)
    }

    /// Counts a wrong code. After the name as typed, the page tries the code that it may stand for; both
    /// count as one.
    mutating func noteWrongCode(
        _ name: RoomName, from address: ClientAddress, at now: Int64
    ) {
        var entry = entries[address, default: fresh]
        let isSecondTry = entry.secondTry == name
        let code = RoomAddress.code(for: name)
        entry.secondTry = isSecondTry || code == name ? nil : code
        if !isSecondTry { _ = entry.wrongCodes.consume(wrongCodes, at: now) }
        entries[address] = entry
    }

    private mutating func removeIdleEntries(at now: Int64) {
        guard now >= lastCleanup + 60_000 else { return }
        lastCleanup = now
        entries = entries.filter { _, entry in !isFresh(entry, at: now) }
        rooms = rooms.filter { _, bucket in
            var bucket = bucket
            return !bucket.isFull(roomDocuments, at: now)
        }
    }

    /// True if the entry equals a new one, and so can be removed.
    private func isFresh(_ entry: Entry, at now: Int64) -> Bool {
        var entry = entry
        return entry.connections == 0 && entry.handshakes.isFull(handshakes, at: now)
            && entry.joins.isFull(joins, at: now)
            && entry.wrongCodes.isFull(wrongCodes, at: now)
            && entry.answers.isFull(answers, at: now)
            && entry.documents.isFull(documents, at: now)
    }
}
