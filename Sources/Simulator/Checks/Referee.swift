import SharedRoom

/// An independent implementation of the permission rules, which sees only the event log.
struct Referee {
    private struct Person {
        let identity: Fingerprint
        var isHost = false
        var hasKeypad = false
        /// By pen number: its id, the last decided action number, and the event that last used it.
        var pens: [UInt32: (id: UInt64, last: Int64, used: Int64)] = [:]
        var nextPen: UInt32 = 0
    }

    private var people: [UInt32: Person] = [:]
    private var nextNumber: UInt32 = 1
    private var isMade = false
    private var isClosed = false
    private var isDeleted = false
    private var isLocked = false
    private var beginsLocked = false
    private var isDoorOpen = true

    init() {}

    /// Starts from a trusted snapshot.
    init(of room: Room) {
        for person in room.people.all {
            var known = Person(identity: person.identity)
            known.isHost = person.isHost
            known.hasKeypad = person.hasKeypad
            known.nextPen = person.nextPen
            for pen in person.pens { known.pens[pen.number] = (pen.id, pen.last, pen.lastUsed) }
            people[person.number] = known
        }
        nextNumber = room.nextNumber
        isMade = room.status != .unmade
        isClosed = room.status == .closed
        isDeleted = room.status == .deleted
        isLocked = room.isLocked
        beginsLocked = room.beginsLocked
        isDoorOpen = room.isDoorOpen
    }

    enum Ruling: Equatable {
        case void(VoidReason)
        /// The author has permission, but the action may be void because of its content.
        case permitted
        /// The action must be applied.
        case applied
    }

    /// True if the last event had the next action number of its pen, so that it was decided.
    private(set) var wasDecided = false

    mutating func rule(on event: Event) -> Ruling {
        wasDecided = false
        if case .make(let making) = event.action { return make(making, event.sequence) }
        if !isMade { return .void(.notMade) }
        if isDeleted { return .void(.deleted) }
        if case .enter(let entrance) = event.action { return enter(entrance, event.sequence) }
        guard let signature = event.signature, let author = people[signature.author] else {
            return .void(.stranger)
        }
        guard let pen = author.pens[signature.pen] else { return .void(.pen) }
        if signature.number <= pen.last { return .void(.again) }
        if signature.number > pen.last + 1 { return .void(.gap) }
        people[signature.author]?.pens[signature.pen]?.last = signature.number
        people[signature.author]?.pens[signature.pen]?.used = event.sequence
        wasDecided = true
        return permission(for: event.action, author, signature.author)
    }

    private func permission(
        for action: Action, _ author: Person, _ number: UInt32
    ) -> Ruling {
        switch action {
        case .startOver, .open, .delete: return author.isHost ? .applied : .void(.host)
        default: if isClosed { return .void(.closed) }
        }
        switch action {
        case .press, .keypad: return mayPress(author) ? .applied : .void(.locked)
        case .undo, .redo, .recall, .type, .bill:
            return mayPress(author) ? .permitted : .void(.locked)
        case .name, .hand: return .applied
        case .useLink: return .permitted
        case .revoke(let whom): return author.isHost || whom == number ? .permitted : .void(.host)
        case .remove(let whom), .removeAndRewind(let whom, _), .host(let whom):
            if !author.isHost { return .void(.host) }
            return whom == number ? .void(.oneself) : .permitted
        case .grant, .show, .restoreTape: return author.isHost ? .permitted : .void(.host)
        case .lock, .door, .spectators, .names, .hostLink, .clearTape, .close:
            return author.isHost ? .applied : .void(.host)
        case .startOver, .open, .delete, .make, .enter: return .permitted
        }
    }

    private func mayPress(_ person: Person) -> Bool {
        !isLocked || person.isHost || person.hasKeypad
    }

    private mutating func make(_ making: RoomSetup, _ sequence: Int64) -> Ruling {
        guard !isMade, sequence == 1 else { return .void(.made) }
        isMade = true
        isLocked = making.isLocked
        beginsLocked = making.isLocked
        return .applied
    }

    private mutating func enter(_ entrance: Entrance, _ sequence: Int64) -> Ruling {
        if let known = people.first(where: { $0.value.identity == entrance.identity })?.key {
            usePen(entrance.pen, of: known, sequence)
            return .applied
        }
        if isClosed { return .void(.closed) }
        if !isDoorOpen { return .void(.door) }
        people[nextNumber] = Person(identity: entrance.identity, isHost: people.isEmpty)
        usePen(entrance.pen, of: nextNumber, sequence)
        nextNumber += 1
        return .applied
    }

    private mutating func usePen(_ pen: UInt64, of number: UInt32, _ sequence: Int64) {
        guard var person = people[number], !person.pens.values.contains(where: { $0.id == pen })
        else { return }
        if person.pens.count == RoomLimits.pensMax,
            let oldest = person.pens.min(by: { $0.value.used < $1.value.used })?.key
        {
            person.pens[oldest] = nil
        }
        person.pens[person.nextPen] = (pen, 0, sequence)
        person.nextPen += 1
        people[number] = person
    }

    /// Updates the permissions after the room has applied an event.
    mutating func update(for event: Event) {
        guard let author = event.signature?.author else { return }
        switch event.action {
        case .lock(let isOn):
            isLocked = isOn
            if !isOn { for number in people.keys { people[number]?.hasKeypad = false } }
        case .door(let isOpen): isDoorOpen = isOpen
        case .grant(let number): people[number]?.hasKeypad = true
        case .revoke(let number): people[number]?.hasKeypad = false
        case .host(let number):
            people[number]?.isHost = true
            people[author]?.isHost = false
        case .useLink: people[author]?.isHost = true
        case .remove(let number), .removeAndRewind(let number, _): people[number] = nil
        case .close: isClosed = true
        case .open: isClosed = false
        case .delete: isDeleted = true
        case .startOver: startOver()
        case .bill(.addGuest): nextNumber += 1
        default: break
        }
    }

    private mutating func startOver() {
        isClosed = false
        isLocked = beginsLocked
        isDoorOpen = true
        people = people.filter { $0.value.isHost }
        for number in people.keys { people[number]?.hasKeypad = false }
    }
}
