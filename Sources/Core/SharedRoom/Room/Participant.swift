/// A person in a room, present or absent.
public struct Participant: Equatable, Sendable {
    /// Assigned by the room, from 1. Numbers are never reused.
    public let number: UInt32
    public let identity: Fingerprint
    public internal(set) var name: PersonName
    public internal(set) var isHost = false
    /// The sequence number of the event that gave the name, while the name is hidden from boards.
    public internal(set) var nameHeld: Int64?
    /// True if a host gave the keypad to the participant.
    public internal(set) var hasKeypad = false
    /// The sequence number of the event that raised the hand.
    public internal(set) var handRaised: Int64?
    /// The sequence number of the participant's last event.
    public internal(set) var lastActed: Int64
    /// The answer to the room's question in its binary form; empty if there is none.
    var answerForm: [UInt8] = []
    /// In the order of their numbers.
    public internal(set) var pens: [Pen] = []
    package internal(set) var nextPen: UInt32 = 0

    /// A numbered stream of actions from one load of a page. Its action numbers let the room recognize a
    /// resent action.
    public struct Pen: Equatable, Sendable {
        public let number: UInt32
        public let id: UInt64
        /// The last action number that the room decided.
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
    /// Adds an unknown pen. If there are too many, the least recently used one is forgotten.
    mutating func addPen(id: UInt64, at sequence: Int64) {
        if pens.count == RoomLimits.pensMax, let oldest = leastRecentlyUsedPen {
            pens.remove(at: oldest)
        }
        pens.append(Pen(number: nextPen, id: id, lastUsed: sequence))
        nextPen += 1
    }

    private var leastRecentlyUsedPen: Int? {
        pens.indices.min { pens[$0].lastUsed < pens[$1].lastUsed }
    }

    mutating func resetKeypadAndHand() {
        hasKeypad = false
        handRaised = nil
    }

    /// Changes the name. A name that is held back remembers its event.
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
        hash.add(answerForm)
        for pen in pens {
            hash.add(UInt64(pen.number))
            hash.add(pen.id)
            hash.add(pen.last)
            hash.add(pen.lastUsed)
        }
        return hash.value
    }
}
