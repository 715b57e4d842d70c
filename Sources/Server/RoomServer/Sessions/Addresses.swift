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
        var keys: SharedBucket
        var steps: SharedBucket
        var traffic: SharedBucket
        var deliveries: SharedBucket
        /// The sum of `computingCount` of all sessions.
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

        /// Charges a participant. Returns the milliseconds to wait, or 0.
        mutating func charge(_ rate: Rate, at now: Int64) -> Int64 {
            let wait = bucket.consume(rate, at: now)
            if wait == 0 { (count, last) = (recentCount(at: now) + 1, now) }
            return wait
        }

        /// True if the entry equals a new one, and so can be removed.
        func isForgotten(_ rate: Rate, at now: Int64) -> Bool {
            var bucket = bucket
            return recentCount(at: now) == 0 && bucket.isFull(rate, at: now)
        }
    }

    private let limits: ServiceLimits
    /// The new rooms of all addresses together.
    private var rooms: TokenBucket
    private var slots: Slots<Address>
    private var slotsByKey = HashIndex()
    /// Addresses whose last session ended since the last `addSession`.
    private var emptied: [Int] = []
    /// Addresses whose last session ended earlier, each once. Some of them have sessions again.
    private var idleQueue = Queue<(slot: Int, since: Int64)>()

    init(_ limits: ServiceLimits) {
        self.limits = limits
        rooms = TokenBucket(limits.serverNewRooms, at: 0)
        slots = Slots(vacant: Address(0, limits, at: 0))
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
        slots[slot].changeSessionCount(by: 1)
        return slot
    }

    mutating func removeSession(from slot: Int) {
        slots[slot].changeSessionCount(by: -1)
        if slots[slot].sessionCount == 0 { emptied.append(slot) }
    }

    /// Charges an address for the steps of a session that has ended.
    mutating func chargeSteps(_ count: Int64, to key: UInt64) {
        guard let slot = slotsByKey.slot(of: key, matches: { _ in true }) else { return }
        slots[slot].steps.charge(count)
    }

    /// The number of participants that an address has lately brought into a room.
    func newcomerCount(from slot: Int, in room: UInt64, at now: Int64) -> Int64 {
        slots[slot].newcomers.first { $0.room == room }?.recentCount(at: now) ?? 0
    }

    /// Charges a participant who is new to a room. Returns the milliseconds to wait, or 0.
    mutating func chargeNewcomer(from slot: Int, in room: UInt64, at now: Int64) -> Int64 {
        let rate = limits.newcomers
        slots[slot].newcomers.removeAll { $0.room != room && $0.isForgotten(rate, at: now) }
        let known = slots[slot].newcomers.firstIndex { $0.room == room }
        let index = known ?? slots[slot].newcomers.count
        if known == nil {
            slots[slot].newcomers.append(Newcomers(in: room, rate, at: now))
        }
        return slots[slot].newcomers[index].charge(rate, at: now)
    }

    /// Charges a new room. Returns the limit that forbids it, and the milliseconds to wait; or nil.
    mutating func chargeRoom(
        from slot: Int, at now: Int64
    ) -> (limit: ClientLimit, wait: Int64)? {
        let (own, all) = (limits.newRooms, limits.serverNewRooms)
        let ownWait = slots[slot].rooms.timeUntilToken(own, at: now)
        guard ownWait == 0 else { return (own.limit, ownWait) }
        let used = slots[slot].rooms.used(own, at: now)
        let wait = rooms.waitTime(all, leaving: used, at: now)
        guard wait == 0 else { return (all.limit, wait) }
        slots[slot].rooms.charge(1, own)
        rooms.charge(1, all)
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
            } else if slots[slot].isForgotten(limits, at: now) {
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
    fileprivate init(_ key: UInt64, _ limits: ServiceLimits, at now: Int64) {
        self.key = key
        keys = SharedBucket(limits.addressKeys, at: now)
        steps = SharedBucket(limits.addressSteps, at: now)
        traffic = SharedBucket(limits.addressTraffic, at: now)
        deliveries = SharedBucket(limits.addressDeliveries, at: now)
        rooms = TokenBucket(limits.newRooms, at: now)
    }

    fileprivate mutating func changeSessionCount(by change: Int) {
        sessionCount += change
        keys.sharerCount = sessionCount
        steps.sharerCount = sessionCount
        traffic.sharerCount = sessionCount
        deliveries.sharerCount = sessionCount
    }

    /// True if the address equals a new one, and so can be removed.
    fileprivate mutating func isForgotten(_ limits: ServiceLimits, at now: Int64) -> Bool {
        newcomers.removeAll { $0.isForgotten(limits.newcomers, at: now) }
        return newcomers.isEmpty && rooms.isFull(limits.newRooms, at: now)
            && keys.isFull(at: now) && steps.isFull(at: now) && traffic.isFull(at: now)
            && deliveries.isFull(at: now)
    }
}

extension ServiceLimits {
    var keys: Rate {
        Rate(.keysPerSecond, keysPerSecond, per: Rate.second, burst: keysAtOnceMax)
    }
    var voidKeys: Rate {
        Rate(.voidKeysPerSecond, voidKeysPerSecond, per: Rate.second, burst: voidKeysAtOnceMax)
    }
    var addressKeys: Rate {
        Rate(
            .addressKeysPerSecond, addressKeysPerSecond, per: Rate.second,
            burst: addressKeysAtOnceMax)
    }
    var steps: Rate {
        Rate(.stepsPerSecond, stepsPerSecond, per: Rate.second, burst: stepsAtOnceMax)
    }
    var addressSteps: Rate {
        Rate(
            .addressStepsPerSecond, addressStepsPerSecond, per: Rate.second,
            burst: addressStepsAtOnceMax)
    }
    var traffic: Rate {
        Rate(.trafficPerSecond, trafficPerSecond, per: Rate.second, burst: trafficAtOnceMax)
    }
    var addressTraffic: Rate {
        Rate(
            .addressTrafficPerSecond, addressTrafficPerSecond, per: Rate.second,
            burst: addressTrafficAtOnceMax)
    }
    var roomTraffic: Rate {
        Rate(
            .roomTrafficPerSecond, roomTrafficPerSecond, per: Rate.second,
            burst: roomTrafficAtOnceMax)
    }
    var addressDeliveries: Rate {
        Rate(
            .addressDeliveriesPerSecond, addressDeliveriesPerSecond, per: Rate.second,
            burst: addressDeliveriesAtOnceMax)
    }
    var roomFrames: Rate {
        Rate(
            .roomFramesPerSecond, roomFramesPerSecond, per: Rate.second, burst: roomFramesAtOnceMax)
    }
    var newcomers: Rate {
        Rate(.newcomersPerSecond, newcomersPerSecond, per: Rate.second, burst: newcomersAtOnceMax)
    }
    var roomNewcomers: Rate {
        Rate(
            .roomNewcomersPerSecond, roomNewcomersPerSecond, per: Rate.second,
            burst: roomNewcomersAtOnceMax)
    }
    var newRooms: Rate {
        Rate(.roomsPerHour, roomsPerHour, per: Rate.hour, burst: roomsAtOnceMax)
    }
    var serverNewRooms: Rate {
        Rate(.serverRoomsPerHour, serverRoomsPerHour, per: Rate.hour, burst: serverRoomsAtOnceMax)
    }
}
