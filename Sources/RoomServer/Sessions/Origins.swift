import SharedRoom

/// Where sessions come from, an address mostly, and what all from there may have together: so whoever
/// opens five hundred connections gets no more than a class of sixty.
struct Origins {
    struct Origin {
        let name: UInt64
        var sessionCount = 0
        var keys: TokenBucket
        var steps: TokenBucket
    }

    private struct Leaving {
        let place: SlotPlace
        let time: Int64
    }

    private let limits: ServiceLimits
    private var slots: Slots<Origin>
    private var table = HashTable()
    /// Those whom the last session left since somebody came; some have another one meanwhile.
    private var leaving: [SlotPlace] = []
    /// The same before that, with the time when somebody came.
    private var left = Queue<Leaving>()

    init(_ limits: ServiceLimits) {
        self.limits = limits
        slots = Slots(vacant: Self.fresh(0, limits, at: 0))
    }

    private static func fresh(_ name: UInt64, _ limits: ServiceLimits, at now: Int64) -> Origin {
        Origin(
            name: name, keys: TokenBucket(limits.addressKeys, at: now),
            steps: TokenBucket(limits.addressSteps, at: now))
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
        if slots[slot].sessionCount == 0 { leaving.append(slots.place(slot)) }
    }

    private mutating func insert(_ name: UInt64, at now: Int64) -> Int {
        let slot = slots.insert(Self.fresh(name, limits, at: now)).slot
        table.insert(name, slot: slot)
        return slot
    }

    /// Whoever comes back within a minute finds what was left.
    private mutating func forgetQuiet(at now: Int64) {
        for place in leaving { left.append(Leaving(place: place, time: now)) }
        leaving = []
        while let first = left.first, first.time <= now - Self.memory {
            _ = left.removeFirst()
            let slot = first.place.slot
            guard slots.isCurrent(first.place), slots[slot].sessionCount == 0 else { continue }
            table.remove(slots[slot].name, slot: slot)
            slots.remove(slot)
        }
    }

    private static let memory: Int64 = 60_000
}

extension ServiceLimits {
    var addressKeys: Rate { Rate(perSecond: addressKeysPerSecond, most: addressKeysAtOnceMax) }
    var addressSteps: Rate { Rate(perSecond: addressStepsPerSecond, most: addressStepsAtOnceMax) }
}
