/// What each address has done lately, at all loops together. Whoever has no connection, and has done
/// nothing else for a minute, is not in it.
struct AddressBook {
    private struct Entry {
        var connections = 0
        var joins: Allowance
        var wrongCodes: Allowance

        /// Whether it is as if nobody had ever come.
        func isFresh(at now: Int64) -> Bool {
            connections == 0 && joins.isFull(at: now) && wrongCodes.isFull(at: now)
        }
    }

    private let limits: AddressLimits
    private let fresh: Entry
    private var entries: [ClientAddress: Entry] = [:]
    private var cleaned: Int64 = 0
    /// Of all addresses.
    private(set) var connectionCount = 0

    init(_ limits: AddressLimits) {
        self.limits = limits
        fresh = Entry(
            joins: Allowance(perMinute: limits.joinsPerMinute),
            wrongCodes: Allowance(perMinute: limits.wrongCodesPerMinute))
    }

    var count: Int { entries.count }

    /// Counts a connection, unless there are too many. Those of a proxy are always admitted: where
    /// they come from is said later.
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

    /// Counts a WebSocket, unless there were too many joins or wrong codes.
    mutating func admitJoin(from address: ClientAddress, at now: Int64) -> Bool {
        forgetQuiet(at: now)
        guard entries[address, default: fresh].wrongCodes.isThere(at: now) else { return false }
        return entries[address, default: fresh].joins.take(at: now)
    }

    mutating func noteWrongCode(from address: ClientAddress, at now: Int64) {
        _ = entries[address, default: fresh].wrongCodes.take(at: now)
    }

    private mutating func forgetQuiet(at now: Int64) {
        guard now >= cleaned + 60_000 else { return }
        cleaned = now
        entries = entries.filter { _, entry in !entry.isFresh(at: now) }
    }
}

/// How much of something may be had in a minute: all of it at once, and then as it comes back.
private struct Allowance {
    private let perMinute: Int64
    /// In parts of which a millisecond brings back `perMinute`.
    private var level: Int64
    private var time: Int64 = 0

    private static let unit: Int64 = 60_000

    init(perMinute: Int64) {
        // More than anybody does, and nothing here can overflow.
        self.perMinute = min(max(0, perMinute), 1_000_000_000)
        level = self.perMinute * Self.unit
    }

    mutating func isThere(at now: Int64) -> Bool {
        let elapsed = min(max(0, now - time), Self.unit)
        time = max(time, now)
        level = min(perMinute * Self.unit, level + elapsed * perMinute)
        return level >= Self.unit
    }

    mutating func take(at now: Int64) -> Bool {
        guard isThere(at: now) else { return false }
        level -= Self.unit
        return true
    }

    func isFull(at now: Int64) -> Bool {
        var later = self
        _ = later.isThere(at: now)
        return later.level == perMinute * Self.unit
    }
}
