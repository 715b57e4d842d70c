import RoomServer
import SharedRoom

/// Counts the connections, joins and wrong room codes of each address, across all event loops.
///
/// An address without connections is removed when its buckets are full again.
struct AddressLimiter {
    private struct Entry {
        var connections = 0
        var joins: TokenBucket
        var wrongCodes: TokenBucket
        /// The code that the page tries after a wrong one. It is not counted again.
        var secondTry: RoomName?
    }

    private let limits: AddressLimits
    private let joins: Rate
    private let wrongCodes: Rate
    private let fresh: Entry
    private var entries: [ClientAddress: Entry] = [:]
    private var lastCleanup: Int64 = 0
    /// The number of connections of all addresses.
    private(set) var connectionCount = 0

    init(_ limits: AddressLimits) {
        self.limits = limits
        joins = Rate(
            .joinsPerMinute, limits.joinsPerMinute, per: Rate.minute, burst: limits.joinsPerMinute)
        wrongCodes = Rate(
            .wrongCodesPerMinute, limits.wrongCodesPerMinute, per: Rate.minute,
            burst: limits.wrongCodesPerMinute)
        fresh = Entry(
            joins: TokenBucket(joins, at: 0), wrongCodes: TokenBucket(wrongCodes, at: 0))
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

    /// Counts a WebSocket, or returns the limit that its address has reached.
    mutating func admitJoin(from address: ClientAddress, at now: Int64) -> ClientLimit? {
        removeIdleEntries(at: now)
        guard entries[address, default: fresh].wrongCodes.refill(wrongCodes, at: now) > 0 else {
            return wrongCodes.limit
        }
        return entries[address, default: fresh].joins.consume(joins, at: now) == 0
            ? nil : joins.limit
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
    }

    /// True if the entry equals a new one, and so can be removed.
    private func isFresh(_ entry: Entry, at now: Int64) -> Bool {
        var entry = entry
        return entry.connections == 0 && entry.joins.isFull(joins, at: now)
            && entry.wrongCodes.isFull(wrongCodes, at: now)
    }
}
