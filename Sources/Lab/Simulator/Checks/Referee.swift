import CalculatorEngine
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
    private(set) var question: Question?

    /// A question and its answers.
    struct Question: Equatable {
        let number: Int64
        var stage = SharedRoom.Question.Stage.open
        /// The keys of each participant's last answer.
        var answers: [UInt32: [Key]] = [:]
    }

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
        question = Question(in: room)
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
        case .ask: return author.isHost ? require(question == nil) : .void(.host)
        case .answer(let answering):
            if author.isHost { return .void(.host) }
            return isAt(answering.question, [.open]) ? .permitted : .void(.question)
        case .closeQuestion(let asked):
            return author.isHost ? require(isAt(asked, [.open])) : .void(.host)
        case .reveal(let asked, _):
            let stages: [SharedRoom.Question.Stage] = [.closed, .revealed, .revealedWithNames]
            return author.isHost ? require(isAt(asked, stages)) : .void(.host)
        case .endQuestion(let asked):
            return author.isHost ? require(question?.number == asked) : .void(.host)
        case .showAnswer(let asked, let whom):
            guard author.isHost else { return .void(.host) }
            guard isAt(asked, [.revealed, .revealedWithNames]) else { return .void(.question) }
            return question?.answers[whom] == nil ? .void(.nobody) : .applied
        case .startOver, .open, .delete, .make, .enter: return .permitted
        }
    }

    private func require(_ isRight: Bool) -> Ruling { isRight ? .applied : .void(.question) }

    private func isAt(_ asked: Int64, _ stages: [SharedRoom.Question.Stage]) -> Bool {
        question.map { $0.number == asked && stages.contains($0.stage) } ?? false
    }

    func isHost(_ number: UInt32) -> Bool { people[number]?.isHost == true }

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
        case .remove(let number), .removeAndRewind(let number, _):
            people[number] = nil
            question?.answers[number] = nil
        case .ask: question = Question(number: event.sequence)
        case .answer(let answering): question?.answers[author] = answering.keys
        case .closeQuestion: question?.stage = .closed
        case .reveal(_, let names): question?.stage = names ? .revealedWithNames : .revealed
        case .endQuestion: question = nil
        case .close: isClosed = true
        case .open: isClosed = false
        case .delete: isDeleted = true
        case .startOver: startOver()
        case .bill(.addGuest, _): nextNumber += 1
        default: break
        }
    }

    private mutating func startOver() {
        isClosed = false
        isLocked = beginsLocked
        isDoorOpen = true
        question = nil
        people = people.filter { $0.value.isHost }
        for number in people.keys { people[number]?.hasKeypad = false }
    }
}

extension Referee.Question {
    /// The question of a room; nil if it has none.
    init?(in room: Room) {
        guard let question = room.question else { return nil }
        number = question.number
        stage = question.stage
        for person in room.people.all { answers[person.number] = person.answer?.keys }
    }
}
