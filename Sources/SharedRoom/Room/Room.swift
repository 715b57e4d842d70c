import CalculatorEngine
import ExactNumbers

/// A room: what its events make of it.
///
///     var room = Room()
///     room.apply(event)   // Outcome(verdict: .taken, steps: 3)
///
/// It is a value without a clock, without randomness and without a thought of who looks. Servers
/// and browsers each have one, apply the same events in the same order, and so agree; `hash` shows
/// that they do. `apply` is total: every event has a defined outcome in every state. An event that
/// is not allowed, or means something that is not there, is *void*: it has its number and changes
/// nothing else, but that its author's pen has moved on. So nobody has to decide anything before an
/// event is in the log.
public struct Room: Equatable, Sendable {
    /// The version of the engine, of `apply` and of the binary form. It is raised with every change
    /// that could alter a state or a display.
    public static let rules: UInt32 = 4

    public enum Life: UInt8, Sendable {
        case unmade
        case open
        /// Nothing changes any more, and everything stays readable.
        case closed
        case deleted
    }

    /// The number of the last event, and its time.
    public internal(set) var sequence: Int64 = 0
    public package(set) var time: Int64 = 0
    public internal(set) var life = Life.unmade
    public internal(set) var salt = Fingerprint(high: 0, low: 0)
    /// Whether the room began locked, and so begins again.
    public internal(set) var beginsLocked = false

    public internal(set) var calculator = Calculator(.formula)
    /// The calculator in its binary form.
    var calculatorForm: [UInt8] = []
    public internal(set) var history = History()
    public internal(set) var tape = Tape()

    public internal(set) var people = People()
    /// The number of the next participant or guest.
    package internal(set) var nextNumber: UInt32 = 1
    public internal(set) var isLocked = false
    public internal(set) var isDoorOpen = true
    public internal(set) var admitsSpectators = true
    /// Whether new names are held back from boards until a host shows them.
    public internal(set) var holdsNames = false
    /// The hash of the secret with which somebody may become host.
    public internal(set) var hostLink: Fingerprint?
    /// The number of the last event that gave the room's documents another read token; 0 if none did.
    public internal(set) var readTokenSequence: Int64 = 0

    public internal(set) var bill = RoomBill()
    var billHash: UInt64 = 0

    public init() {}
}

extension Room {
    /// Takes the next event in.
    public mutating func apply(_ event: Event) -> Outcome {
        guard event.sequence == sequence + 1 else {
            return Outcome(verdict: .void(.sequence), steps: 0)
        }
        sequence = event.sequence
        time = max(time, event.time)
        var work = Work(limit: EngineLimits.stepsMax)
        let reason = reasonAgainst(event, &work)
        return Outcome(verdict: reason.map { .void($0) } ?? .taken, steps: work.spent)
    }

    /// Does what the event says, or tells why not.
    private mutating func reasonAgainst(_ event: Event, _ work: inout Work) -> VoidReason? {
        if case .make(let making) = event.action { return make(making) }
        switch life {
        case .unmade: return .notMade
        case .deleted: return .deleted
        case .open, .closed: break
        }
        if case .enter(let entrance) = event.action { return enter(entrance) }
        guard let signature = event.signature else { return .stranger }
        if let reason = reasonAgainst(signature) { return reason }
        if let reason = reasonAgainst(event.action, by: signature.author) { return reason }
        if let reason = perform(event.action, by: signature, &work) { return reason }
        if event.action.changesReadToken { readTokenSequence = sequence }
        return nil
    }

    /// A pen's numbers are decided one after the other, each once.
    private mutating func reasonAgainst(_ signature: Signature) -> VoidReason? {
        let decision = people.change(signature.author) { person -> VoidReason? in
            guard let pen = person.pens.firstIndex(where: { $0.number == signature.pen }) else {
                return .pen
            }
            let next = person.pens[pen].last + 1
            if signature.count < next { return .again }
            if signature.count > next { return .gap }
            person.pens[pen].last = next
            person.pens[pen].lastUsed = sequence
            person.lastActed = sequence
            return nil
        }
        return decision ?? .stranger
    }
}

/// Coming in.
extension Room {
    private mutating func make(_ making: Making) -> VoidReason? {
        guard life == .unmade, sequence == 1 else { return .made }
        life = .open
        salt = making.salt
        beginsLocked = making.isLocked
        isLocked = making.isLocked
        setCalculator(Calculator(making.keypad))
        changeBill { $0 = RoomBill() }
        return nil
    }

    /// Participants always come in. The first one is the host.
    private mutating func enter(_ entrance: Entrance) -> VoidReason? {
        if let known = people.participant(with: entrance.identity) {
            let isPenKnown = known.pen(id: entrance.pen) != nil
            if isPenKnown && entrance.replaces == nil { return nil }
            people.change(known.number) { person in
                if !isPenKnown { person.takeUp(pen: entrance.pen, at: sequence) }
                person.lastActed = sequence
            }
            return nil
        }
        if let reason = reasonAgainstNewcomers { return reason }
        if isFull {
            guard let leaving = participant(replacedBy: entrance) else { return .full }
            people.remove(leaving)
        }
        var person = Participant(
            number: nextNumber, identity: entrance.identity, name: .none, lastActed: sequence)
        person.isHost = people.all.isEmpty
        person.rename(entrance.name, at: sequence, isHeld: holdsNames)
        person.takeUp(pen: entrance.pen, at: sequence)
        people.append(person)
        nextNumber += 1
        return nil
    }

    /// The reason why nobody new comes in now, even if there is a place.
    public var reasonAgainstNewcomers: VoidReason? {
        if life == .closed { return .closed }
        if !isDoorOpen { return .door }
        return nextNumber == UInt32.max ? .full : nil
    }

    /// True if somebody new needs the place of a participant.
    public var isFull: Bool { people.all.count >= RoomLimits.peopleMax }

    /// The participant who loses the place in a full room; nil if nobody does.
    ///
    /// A room does not know who is connected, so the edge at which somebody new comes in names the
    /// participant. The room checks that the participant may be replaced and has not acted since.
    public func participant(replacedBy entrance: Entrance) -> UInt32? {
        guard let last = entrance.replaces else {
            return people.leastRecentlyActive { mayBeReplaced($0) && $0.handRaised == nil }
        }
        let named = people.all.first { $0.lastActed == last }
        return named.flatMap { mayBeReplaced($0) ? $0.number : nil }
    }

    /// True if the room may do without the participant. A raised hand does not count: anybody can
    /// raise one and leave.
    public func mayBeReplaced(_ person: Participant) -> Bool {
        !person.isHost && !person.hasKeypad && !bill.has(person.number)
    }
}
