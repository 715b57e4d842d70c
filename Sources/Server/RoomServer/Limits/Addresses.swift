import SharedRoom

/// The client addresses, and the limits that all sessions of an address share. A client that opens 500
/// connections may therefore do no more than one address may.
struct Addresses {
    struct Address {
        let key: UInt64
        fileprivate(set) var sessionCount = 0
        /// The time at which the last session ended; meaningless while there is a session.
        fileprivate var idleSince: Int64 = 0
        /// True if the address is in `idleQueue`.
        fileprivate var isInIdleQueue = false
        var keys: TokenBucket
        var steps: TokenBucket
        var traffic: TokenBucket
        /// The actions in flight of all sessions that may compute.
        var computingCount = 0
        fileprivate var rooms: TokenBucket
        /// By the hashes of room names.
        fileprivate var newcomers: [Newcomers] = []
    }

    /// The new participants from an address in a room.
    fileprivate struct Newcomers {
        let room: UInt64
        private var bucket: TokenBucket
        private var count: Int64 = 0
        private var last: Int64 = 0

        /// After a pause of this length, the count begins again. It decides about the room's last places, so it must
        /// last longer than the bucket, which is full again within a minute.
        private static let memory: Int64 = 600_000

        init(in room: UInt64, _ rate: Rate, at now: Int64) {
            self.room = room
            bucket = TokenBucket(rate, at: now)
        }

        func recentCount(at now: Int64) -> Int64 { last + Self.memory > now ? count : 0 }

        mutating func charge(at now: Int64) -> ReachedLimit? {
            let reached = bucket.consume(at: now)
            if reached == nil { (count, last) = (recentCount(at: now) + 1, now) }
            return reached
        }

        /// True if the entry equals a new one, and so can be removed.
        mutating func isForgotten(at now: Int64) -> Bool {
            recentCount(at: now) == 0 && bucket.isFull(at: now)
        }
    }

    private let limits: Limits
    /// The new rooms of all addresses together.
    private var rooms: TokenBucket
    private var slots = Slots<Address>()
    private var slotsByKey = HashIndex()
    /// Addresses whose last session ended since the last `addSession`.
    private var emptied: [Int] = []
    /// Addresses whose last session ended earlier, each once. Some of them have sessions again.
    private var idleQueue = Queue<(slot: Int, since: Int64)>()

    init(_ limits: Limits) {
        self.limits = limits
        rooms = TokenBucket(limits.rate(.serverRoomsPerHour), at: 0)
    }

    var count: Int { slots.count }

    subscript(slot: Int) -> Address {
        _read { yield slots[slot] }
        _modify { yield &slots[slot] }
    }

    /// Counts a session of this address and returns the slot of the address.
    mutating func addSession(from key: UInt64, at now: Int64) -> Int {
        removeIdle(at: now)
        let slot = slotsByKey.slot(of: key) { _ in true } ?? insert(key, at: now)
        slots[slot].sessionCount += 1
        return slot
    }

    mutating func removeSession(from slot: Int) {
        slots[slot].sessionCount -= 1
        if slots[slot].sessionCount == 0 { emptied.append(slot) }
    }

    /// Charges an address for the steps of a session that has ended.
    mutating func chargeSteps(_ count: Int64, to key: UInt64, at now: Int64) {
        guard let slot = slotsByKey.slot(of: key, matches: { _ in true }) else { return }
        slots[slot].steps.charge(count, at: now)
    }

    /// The number of participants that an address has lately brought into a room.
    func newcomerCount(from slot: Int, in room: UInt64, at now: Int64) -> Int64 {
        slots[slot].newcomers.first { $0.room == room }?.recentCount(at: now) ?? 0
    }

    /// Charges a participant who is new to a room.
    mutating func chargeNewcomer(
        from slot: Int, in room: UInt64, at now: Int64
    ) -> ReachedLimit? {
        slots[slot].forgetNewcomers(at: now, except: room)
        let known = slots[slot].newcomers.firstIndex { $0.room == room }
        let index = known ?? slots[slot].newcomers.count
        if known == nil {
            let rate = limits.rate(.newcomersPerSecond)
            slots[slot].newcomers.append(Newcomers(in: room, rate, at: now))
        }
        return slots[slot].newcomers[index].charge(at: now)
    }

    /// Charges a new room. The server must have as many tokens left as the address used lately, or half a burst, so
    /// that some are left for an address that used none.
    mutating func chargeRoom(from slot: Int, at now: Int64) -> ReachedLimit? {
        let used = slots[slot].rooms.used(at: now)
        if let reached = slots[slot].rooms.reached(at: now) ?? rooms.reached(for: used, at: now) {
            return reached
        }
        slots[slot].rooms.charge(1, at: now)
        rooms.charge(1, at: now)
        return nil
    }

    private mutating func insert(_ key: UInt64, at now: Int64) -> Int {
        let slot = slots.insert(Address(key, limits, at: now)).slot
        slotsByKey.insert(key, slot: slot)
        return slot
    }

    /// Removes addresses that have had no session for a minute and whose buckets are full, so that reconnecting
    /// gains nothing. The others are checked again after another minute.
    private mutating func removeIdle(at now: Int64) {
        for slot in emptied {
            slots[slot].idleSince = now
            if !slots[slot].isInIdleQueue { idleQueue.append((slot, now)) }
            slots[slot].isInIdleQueue = true
        }
        emptied.removeAll(keepingCapacity: true)
        while let (slot, since) = idleQueue.first, since <= now - Self.idleTimeMax {
            _ = idleQueue.removeFirst()
            if slots[slot].sessionCount > 0 {
                slots[slot].isInIdleQueue = false
            } else if slots[slot].idleSince > since {
                idleQueue.append((slot, slots[slot].idleSince))
            } else if slots[slot].isForgotten(at: now) {
                slotsByKey.remove(slots[slot].key, slot: slot)
                slots.remove(slot)
            } else {
                idleQueue.append((slot, now))
            }
        }
    }

    private static let idleTimeMax: Int64 = 60_000
}

extension Addresses.Address {
    fileprivate init(_ key: UInt64, _ limits: Limits, at now: Int64) {
        self.key = key
        keys = TokenBucket(limits.rate(.addressKeysPerSecond), at: now)
        steps = TokenBucket(limits.rate(.addressStepsPerSecond), at: now)
        traffic = TokenBucket(limits.rate(.addressTrafficPerSecond), at: now)
        rooms = TokenBucket(limits.rate(.roomsPerHour), at: now)
    }

    fileprivate mutating func forgetNewcomers(at now: Int64, except room: UInt64? = nil) {
        for index in newcomers.indices.reversed() where newcomers[index].room != room {
            if newcomers[index].isForgotten(at: now) { newcomers.remove(at: index) }
        }
    }

    /// True if the address equals a new one, and so can be removed.
    fileprivate mutating func isForgotten(at now: Int64) -> Bool {
        forgetNewcomers(at: now)
        return newcomers.isEmpty && rooms.isFull(at: now) && keys.isFull(at: now)
            && steps.isFull(at: now) && traffic.isFull(at: now)
    }
}
