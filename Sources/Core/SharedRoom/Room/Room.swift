import CalculatorEngine
import ExactNumbers

/// The state of a room: the result of applying its events in order.
///
///     var room = Room()
///     room.apply(event)   // Outcome(verdict: .applied, steps: 3)
///
/// A room is a deterministic state machine: a value without a clock, without randomness and without
/// knowledge of connections. Servers and browsers each hold a copy, apply the same events in the same order,
/// and therefore agree. Comparing `hash` verifies this.
///
/// `apply` is total: every event has a defined outcome in every state. It decides in this order:
///
/// 1. The sequence number must be the room's next. Otherwise nothing changes.
/// 2. `make` creates the room, `enter` adds a participant or a pen. These have no author. An unmade or
///    deleted room makes every other event void.
/// 3. Any other event needs an author and a pen that the room knows, and the pen's next action number.
///    A lower number is a duplicate, a higher one a gap. The pen advances even if step 4 or 5 fails.
/// 4. The author must have the permission that the action requires. A closed room allows only `open`,
///    `startOver` and `delete`.
/// 5. The action must refer to things that exist, such as the last step or a line of the tape.
///
/// An event that fails a check is *void*. It uses its sequence number and has no other effect, with two
/// exceptions: an event that fails check 1 changes nothing, and one that fails check 4 or 5 also uses its
/// action number. Because `apply` decides, a server can append actions to the event log without checking
/// them, and a client can safely resend an action: a duplicate is void.
public struct Room: Equatable, Sendable {
    /// The version of the engine, of `apply` and of the binary form. Increase it with every change that
    /// could alter a state or a display.
    public static let rules: UInt32 = 7

    public enum Status: UInt8, Sendable {
        case unmade
        case open
        /// Only `open`, `startOver` and `delete` have an effect. Known participants can still enter.
        case closed
        case deleted
    }

    /// The sequence number and the time of the last event. The time never decreases.
    public internal(set) var sequence: Int64 = 0
    public package(set) var time: Int64 = 0
    public internal(set) var status = Status.unmade
    public internal(set) var salt = Fingerprint(high: 0, low: 0)
    /// True if the room was created locked. `startOver` restores this.
    public internal(set) var beginsLocked = false

    public internal(set) var calculator = Calculator(.formula)
    /// The calculator's encoding, cached for patches and hashes.
    var encodedCalculator: [UInt8] = []
    public internal(set) var history = History()
    public internal(set) var tape = Tape()

    public internal(set) var people = People()
    /// The number of the next participant or guest.
    package internal(set) var nextNumber: UInt32 = 1
    public internal(set) var isLocked = false
    public internal(set) var isDoorOpen = true
    public internal(set) var admitsSpectators = true
    /// True if new names are hidden from boards until a host shows them.
    public internal(set) var holdsNames = false
    /// The hash of the secret that makes a participant a host.
    public internal(set) var hostLink: Fingerprint?
    /// The sequence number of the last event that changed the read token of the room's documents; 0 if none
    /// did.
    public internal(set) var readTokenSequence: Int64 = 0

    public internal(set) var question: Question?

    public internal(set) var bills = RoomBills()
    var billHash: UInt64 = 0

    public init() {}
}

extension Room {
    /// Applies the next event.
    public mutating func apply(_ event: Event) -> Outcome {
        guard sequence < RoomLimits.numberMax, event.sequence == sequence + 1 else {
            return Outcome(verdict: .void(.sequence), steps: 0)
        }
        sequence = event.sequence
        time = max(time, event.time)
        var work = Work(limit: EngineLimits.stepsMax)
        let reason = carryOut(event, &work)
        return Outcome(verdict: reason.map { .void($0) } ?? .applied, steps: work.spent)
    }

    /// Carries out the event; returns the reason if it is void.
    private mutating func carryOut(_ event: Event, _ work: inout Work) -> VoidReason? {
        if case .make(let setup) = event.action { return make(setup) }
        switch status {
        case .unmade: return .notMade
        case .deleted: return .deleted
        case .open, .closed: break
        }
        if case .enter(let entrance) = event.action { return enter(entrance) }
        guard let signature = event.signature else { return .stranger }
        if let reason = advancePen(of: signature) { return reason }
        if let reason = denial(of: event.action, by: signature.author) { return reason }
        if let reason = perform(event.action, by: signature, &work) { return reason }
        if event.action.has(.readToken) { readTokenSequence = sequence }
        return nil
    }

    /// Advances the pen if this is its next action number; otherwise returns the reason.
    private mutating func advancePen(of signature: Signature) -> VoidReason? {
        let decision = people.change(signature.author) { person -> VoidReason? in
            guard let pen = person.pens.firstIndex(where: { $0.number == signature.pen }) else {
                return .pen
            }
            let next = person.pens[pen].last + 1
            if signature.number < next { return .again }
            if signature.number > next { return .gap }
            person.pens[pen].last = next
            person.pens[pen].lastUsed = sequence
            person.lastActed = sequence
            return nil
        }
        return decision ?? .stranger
    }
}

/// Creating and entering the room.
extension Room {
    private mutating func make(_ setup: RoomSetup) -> VoidReason? {
        guard status == .unmade, sequence == 1 else { return .made }
        status = .open
        salt = setup.salt
        beginsLocked = setup.isLocked
        isLocked = setup.isLocked
        setCalculator(Calculator(setup.keypad))
        changeBills { $0 = RoomBills() }
        return nil
    }

    /// Known participants can always enter. The first participant becomes the host.
    private mutating func enter(_ entrance: Entrance) -> VoidReason? {
        if let known = people.participant(with: entrance.identity) {
            let isPenKnown = known.pen(id: entrance.pen) != nil
            guard isPenKnown || known.nextPen < UInt32.max else { return .pen }
            people.change(known.number) { person in
                if !isPenKnown { person.addPen(id: entrance.pen, at: sequence) }
                person.lastActed = sequence
            }
            return nil
        }
        if let reason = voidReasonForNewcomers { return reason }
        if isFull {
            guard let leaving = participant(replacedBy: entrance) else { return .full }
            removeParticipant(leaving)
        }
        var person = Participant(
            number: nextNumber, identity: entrance.identity, name: .none, lastActed: sequence)
        person.isHost = people.all.isEmpty
        person.rename(entrance.name, at: sequence, isHeld: holdsNames)
        person.addPen(id: entrance.pen, at: sequence)
        people.append(person)
        nextNumber += 1
        return nil
    }

    /// The reason why newcomers cannot enter, even if there is a free place.
    public var voidReasonForNewcomers: VoidReason? {
        if status == .closed { return .closed }
        if !isDoorOpen { return .door }
        return nextNumber == UInt32.max ? .full : nil
    }

    /// True if a newcomer would have to replace a participant.
    public var isFull: Bool { people.all.count >= RoomLimits.peopleMax }

    /// The participant that a newcomer replaces in a full room; nil if nobody can be replaced.
    ///
    /// A room does not know who is connected, so the edge chooses the participant. The room checks that the
    /// participant may be replaced and has not acted since.
    public func participant(replacedBy entrance: Entrance) -> UInt32? {
        let named = people.all.first { $0.lastActed == entrance.replaces }
        return named.flatMap { mayBeReplaced($0) ? $0.number : nil }
    }

    /// True if the participant may be replaced. A raised hand does not protect: anybody could raise a hand
    /// and leave.
    public func mayBeReplaced(_ person: Participant) -> Bool {
        !person.isHost && !person.hasKeypad && !bills.has(person.number)
    }
}
