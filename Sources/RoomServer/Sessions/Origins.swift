import SharedRoom

/// Where sessions come from, an address mostly, and what all from there may have together: so whoever
/// opens five hundred connections gets no more than a class of sixty.
struct Origins {
    struct Origin {
        let name: UInt64
        var sessionCount = 0
        /// When the last session was found to have left; while there is one, that says nothing.
        var quietSince: Int64 = 0
        /// Whether it stands in the line of those to be forgotten.
        var isInLine = false
        var keys: TokenBucket
        var steps: TokenBucket
        var traffic: TokenBucket
        var rooms: TokenBucket
        /// By the hashes of rooms. A room whose bucket is full again is forgotten.
        var newcomers: [(room: UInt64, bucket: TokenBucket)] = []
    }

    private let limits: ServiceLimits
    /// The new rooms of all addresses.
    private var rooms: TokenBucket
    private var slots: Slots<Origin>
    private var table = HashTable()
    /// Those whom the last session left since somebody came.
    private var leaving: [Int] = []
    /// Those whom the last session left before, each once; some have another one meanwhile.
    private var line = Queue<(slot: Int, since: Int64)>()

    init(_ limits: ServiceLimits) {
        self.limits = limits
        rooms = TokenBucket(limits.serverNewRooms, at: 0)
        slots = Slots(vacant: Self.fresh(0, limits, at: 0))
    }

    private static func fresh(_ name: UInt64, _ limits: ServiceLimits, at now: Int64) -> Origin {
        Origin(
            name: name, keys: TokenBucket(limits.addressKeys, at: now),
            steps: TokenBucket(limits.addressSteps, at: now),
            traffic: TokenBucket(limits.addressTraffic, at: now),
            rooms: TokenBucket(limits.newRooms, at: now))
    }

    var count: Int { slots.count }

    subscript(slot: Int) -> Origin {
        _read { yield slots[slot] }
        _modify { yield &slots[slot] }
    }

    /// Counts a session of this origin, and gives its slot.
    mutating func enter(_ name: UInt64, at now: Int64) -> Int {
        forgetQuiet(at: now)
        let slot = table.slot(of: name) { _ in true } ?? insert(name, at: now)
        slots[slot].sessionCount += 1
        return slot
    }

    mutating func leave(_ slot: Int) {
        slots[slot].sessionCount -= 1
        if slots[slot].sessionCount == 0 { leaving.append(slot) }
    }

    /// Counts somebody who is new to a room. Returns the milliseconds to wait, 0 if there is no need.
    mutating func takeNewcomer(from slot: Int, in room: UInt64, at now: Int64) -> Int64 {
        let rate = limits.newcomers
        slots[slot].newcomers.removeAll { entry in
            var bucket = entry.bucket
            return entry.room != room && bucket.tokens(rate, at: now) >= rate.most
        }
        let known = slots[slot].newcomers.firstIndex { $0.room == room }
        let index = known ?? slots[slot].newcomers.count
        if known == nil { slots[slot].newcomers.append((room, TokenBucket(rate, at: now))) }
        guard slots[slot].newcomers[index].bucket.tokens(rate, at: now) > 0 else {
            return slots[slot].newcomers[index].bucket.wait(rate)
        }
        slots[slot].newcomers[index].bucket.take(1)
        return 0
    }

    /// Charges a new room. Returns the milliseconds to wait, 0 if there is no need.
    mutating func chargeRoom(from slot: Int, at now: Int64) -> Int64 {
        let (own, all) = (limits.newRooms, limits.serverNewRooms)
        let wait = max(
            slots[slot].rooms.waitForRoom(own, at: now), rooms.waitForRoom(all, at: now))
        guard wait == 0 else { return wait }
        slots[slot].rooms.take(TokenBucket.tokensPerRoom)
        rooms.take(TokenBucket.tokensPerRoom)
        return 0
    }

    private mutating func insert(_ name: UInt64, at now: Int64) -> Int {
        let slot = slots.insert(Self.fresh(name, limits, at: now)).slot
        table.insert(name, slot: slot)
        return slot
    }

    /// Whoever comes back within a minute finds what was left.
    private mutating func forgetQuiet(at now: Int64) {
        for slot in leaving {
            slots[slot].quietSince = now
            if !slots[slot].isInLine { line.append((slot, now)) }
            slots[slot].isInLine = true
        }
        leaving.removeAll(keepingCapacity: true)
        while let (slot, since) = line.first, since <= now - Self.memory {
            _ = line.removeFirst()
            if slots[slot].sessionCount > 0 {
                slots[slot].isInLine = false
            } else if slots[slot].quietSince > since {
                line.append((slot, slots[slot].quietSince))
            } else {
                table.remove(slots[slot].name, slot: slot)
                slots.remove(slot)
            }
        }
    }

    private static let memory: Int64 = 60_000
}

extension ServiceLimits {
    var addressKeys: Rate { Rate(perSecond: addressKeysPerSecond, most: addressKeysAtOnceMax) }
    var traffic: Rate { Rate(perSecond: trafficPerSecond, most: trafficAtOnceMax) }
    var addressTraffic: Rate {
        Rate(perSecond: addressTrafficPerSecond, most: addressTrafficAtOnceMax)
    }
    /// A room takes as many tokens as an hour has seconds, so that limits for an hour are rates a second.
    var newRooms: Rate { Self.rooms(perHour: roomsPerHour, atOnce: roomsAtOnceMax) }
    var serverNewRooms: Rate {
        Self.rooms(perHour: serverRoomsPerHour, atOnce: serverRoomsAtOnceMax)
    }
    private static func rooms(perHour: Int64, atOnce: Int64) -> Rate {
        let (most, isHuge) = atOnce.multipliedReportingOverflow(by: TokenBucket.tokensPerRoom)
        return Rate(perSecond: perHour, most: isHuge ? .max : most)
    }
    var newcomers: Rate { Rate(perSecond: newcomersPerSecond, most: newcomersAtOnceMax) }
    var addressSteps: Rate { Rate(perSecond: addressStepsPerSecond, most: addressStepsAtOnceMax) }
}

extension TokenBucket {
    fileprivate static let tokensPerRoom: Int64 = 3_600

    fileprivate mutating func waitForRoom(_ rate: Rate, at now: Int64) -> Int64 {
        tokens(rate, at: now) >= Self.tokensPerRoom ? 0 : wait(rate, for: Self.tokensPerRoom)
    }
}
