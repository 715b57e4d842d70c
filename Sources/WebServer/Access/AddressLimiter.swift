/// Counts the connections, joins and wrong room codes of each address, across all event loops.
///
/// An address without connections is removed when its buckets are full again.
struct AddressLimiter {
    private struct Entry {
        var connections = 0
        var joins: PerMinuteBucket
        var wrongCodes: PerMinuteBucket

        /// True if the entry equals a new one, and so can be removed.
        func isFresh(at now: Int64) -> Bool {
            connections == 0 && joins.isFull(at: now) && wrongCodes.isFull(at: now)
        }
    }

    private let limits: AddressLimits
    private let fresh: Entry
    private var entries: [ClientAddress: Entry] = [:]
    private var lastCleanup: Int64 = 0
    /// The number of connections of all addresses.
    private(set) var connectionCount = 0

    init(_ limits: AddressLimits) {
        self.limits = limits
        fresh = Entry(
            joins: PerMinuteBucket(perMinute: limits.joinsPerMinute),
            wrongCodes: PerMinuteBucket(perMinute: limits.wrongCodesPerMinute))
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
        entries[address] = entry.isFresh(at: now) ? nil : entry
    }

    /// Counts a WebSocket, unless its address had too many joins or wrong codes.
    mutating func admitJoin(from address: ClientAddress, at now: Int64) -> Bool {
        removeIdleEntries(at: now)
        guard entries[address, default: fresh].wrongCodes.hasToken(at: now) else { return false }
        return entries[address, default: fresh].joins.consume(at: now)
    }

    mutating func noteWrongCode(from address: ClientAddress, at now: Int64) {
        _ = entries[address, default: fresh].wrongCodes.consume(at: now)
    }

    private mutating func removeIdleEntries(at now: Int64) {
        guard now >= lastCleanup + 60_000 else { return }
        lastCleanup = now
        entries = entries.filter { _, entry in !entry.isFresh(at: now) }
    }
}

/// A token bucket that holds the tokens of one minute.
private struct PerMinuteBucket {
    private let perMinute: Int64
    /// In units of 1/60,000 token, so each millisecond adds `perMinute` units.
    private var level: Int64
    private var time: Int64 = 0

    private static let unit: Int64 = 60_000

    init(perMinute: Int64) {
        // The maximum avoids overflow, and is more than any client can use.
        self.perMinute = min(max(0, perMinute), 1_000_000_000)
        level = self.perMinute * Self.unit
    }

    /// Refills the bucket, and returns true if it has a token.
    mutating func hasToken(at now: Int64) -> Bool {
        let elapsed = min(max(0, now - time), Self.unit)
        time = max(time, now)
        level = min(perMinute * Self.unit, level + elapsed * perMinute)
        return level >= Self.unit
    }

    /// Removes a token, and returns true if there was one.
    mutating func consume(at now: Int64) -> Bool {
        guard hasToken(at: now) else { return false }
        level -= Self.unit
        return true
    }

    func isFull(at now: Int64) -> Bool {
        var later = self
        _ = later.hasToken(at: now)
        return later.level == perMinute * Self.unit
    }
}
