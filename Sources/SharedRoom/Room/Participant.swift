/// A person in a room, as long as the room remembers them.
public struct Participant: Equatable, Sendable {
    /// Given by the room, 1, 2, 3…, and never to anybody else.
    public let number: UInt32
    public let identity: Fingerprint
    public internal(set) var name: PersonName
    public internal(set) var isHost = false
    /// The number of the event that gave the name, as long as no board may show it.
    public internal(set) var nameHeld: Int64?
    /// Whether the keypad was given to them.
    public internal(set) var hasKeypad = false
    /// The number of the event with which the hand went up.
    public internal(set) var handRaised: Int64?
    /// The number of the last event that was theirs.
    public internal(set) var lastActed: Int64
    /// In the order of their numbers.
    public internal(set) var pens: [Pen] = []
    package internal(set) var nextPen: UInt32 = 0

    /// One line of numbers 1, 2, 3… with which a tab or a device signs.
    public struct Pen: Equatable, Sendable {
        public let number: UInt32
        public let id: UInt64
        /// The last number that was decided.
        public internal(set) var last: Int64 = 0
        package internal(set) var lastUsed: Int64
    }

    public func pen(id: UInt64) -> Pen? {
        pens.first { $0.id == id }
    }

    public func pen(number: UInt32) -> Pen? {
        pens.first { $0.number == number }
    }
}

extension Participant {
    /// Takes up a pen that is not known yet. The one that was not used for longest is forgotten when
    /// there are too many.
    mutating func takeUp(pen id: UInt64, at sequence: Int64) {
        if pens.count == RoomLimits.pensMax, let oldest = leastRecentlyUsedPen {
            pens.remove(at: oldest)
        }
        pens.append(Pen(number: nextPen, id: id, lastUsed: sequence))
        nextPen += 1
    }

    private var leastRecentlyUsedPen: Int? {
        pens.indices.min { pens[$0].lastUsed < pens[$1].lastUsed }
    }

    /// Gives away what the person was given. What they have written stays.
    mutating func loseKeypadAndHand() {
        hasKeypad = false
        handRaised = nil
    }

    /// Takes a name. Which one it was is known by the event, if it is held back.
    mutating func rename(_ name: PersonName, at sequence: Int64, isHeld: Bool) {
        guard name != self.name else { return }
        self.name = name
        nameHeld = isHeld && name != .none ? sequence : nil
    }

    var hash: UInt64 {
        var hash = StateHash(UInt64(number))
        hash.add(identity.high)
        hash.add(identity.low)
        hash.add(name.bytes)
        hash.add((isHost ? 1 : 0) | (hasKeypad ? 2 : 0) | UInt64(nextPen) << 8)
        hash.add(handRaised ?? 0)
        hash.add(nameHeld ?? 0)
        hash.add(lastActed)
        for pen in pens {
            hash.add(UInt64(pen.number))
            hash.add(pen.id)
            hash.add(pen.last)
            hash.add(pen.lastUsed)
        }
        return hash.value
    }
}
