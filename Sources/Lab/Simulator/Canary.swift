import CalculatorEngine
import RoomClient
import SharedRoom

/// A bug planted on purpose, which shows that the checks work.
///
/// A canary never changes production code. It alters messages on their way between clients, edges
/// and store, or the decisions of the simulated shell. A test runs every kind, and fails unless the
/// checks report the promise that the kind breaks.
public final class Canary {
    public enum Kind: String, CaseIterable, Sendable {
        case storeReportsBeforeFlush, storeRepeatsEvent, storeSwapsEvents, resumeOmitsEvent
        case edgeForgetsSession, clientChangesResentAction, replicaReadsWrongDigit
        case slowReaderIsNotDisconnected, joinIsAnsweredFromOldState, forbiddenActionIsLogged
        case pageReconnectsWithoutPause, lockedParticipantChangesBill
        case offeredActionsAreSent, resentAnswerCountsTwice, boardShowsAnswersEarly
    }

    let kind: Kind?
    private let random: RandomSource
    /// True if a kind that changes only one message or event has done so.
    private var isDone = false
    /// The connection of the session that the edge forgets, once it is chosen.
    private var victim: SimulatedConnection?

    init(_ kind: Kind?, seed: UInt64) {
        self.kind = kind
        random = RandomSource(seed: seed)
    }

    var reportsBeforeDurable: Bool { kind == .storeReportsBeforeFlush }
    var keepsSlowReaders: Bool { kind == .slowReaderIsNotDisconnected }
    var sendsOfferedActions: Bool { kind == .offeredActionsAreSent }
    var reconnectsWithoutPause: Bool { kind == .pageReconnectsWithoutPause }

    /// Switches on the faults without which the bug would have no effect.
    func prepare(_ settings: inout RoundSettings) {
        switch kind {
        case .storeReportsBeforeFlush:
            settings.traits.insert(.isFullyDurable)
            settings.traits.insert(.storeCrashes)
        case .resumeOmitsEvent, .clientChangesResentAction:
            settings.traits.insert(.connectionsAreLost)
        case .slowReaderIsNotDisconnected:
            settings.traits.insert(.pagesStopReading)
            settings.socketBytesMax = 256
        case .joinIsAnsweredFromOldState:
            settings.traits.insert(.reportsAreLate)
            settings.traits.insert(.storeIsSlow)
        case .pageReconnectsWithoutPause, .offeredActionsAreSent:
            settings.traits.insert(.peopleGoOffline)
        case .lockedParticipantChangesBill: settings.traits.insert(.peopleSplitBills)
        case .resentAnswerCountsTwice:
            settings.traits.insert(.hostsAskQuestions)
            settings.traits.insert(.connectionsAreLost)
        case .boardShowsAnswersEarly: settings.traits.insert(.hostsAskQuestions)
        default: break
        }
    }
}

/// Changes of messages and results.
extension Canary {
    /// The wrong answer that an edge receives instead of the store's, or nil.
    func wrongAnswer(to request: LogRequest) -> LogReport? {
        guard kind == .joinIsAnsweredFromOldState, case .head(let name, let ticket) = request
        else { return nil }
        return .head(name, ticket: ticket, sequence: 0)
    }

    /// Changes a report on its way to one edge.
    func altered(_ report: LogReport, in world: World) -> [LogReport] {
        switch (kind, report) {
        case (.storeRepeatsEvent, .events) where random.oneIn(20):
            return [report, report]
        case (.storeSwapsEvents, .events(let name, let events))
        where events.count > 1 && events[0].draft != events[1].draft:
            var swapped = events
            swapped[0] = Event(
                sequence: events[0].sequence, time: events[0].time, draft: events[1].draft)
            swapped[1] = Event(
                sequence: events[1].sequence, time: events[1].time, draft: events[0].draft)
            return [.events(name, swapped)]
        case (.forbiddenActionIsLogged, .events(let name, let events)):
            if let draft = forbidden(after: events, in: world.checker.current[name]?.room) {
                isDone = true
                world.later(0) { world.store.appendSecretly(draft, into: name) }
            }
            return [report]
        default: return [report]
        }
    }

    /// An action that the room would refuse: a participant who is not a host closes the door. It has the
    /// next action number of the participant's pen.
    private func forbidden(after events: [Event], in room: Room?) -> Draft? {
        guard !isDone, let signature = events.last?.signature,
            let person = room?.people[signature.author], !person.isHost,
            let pen = person.pen(number: signature.pen)
        else { return nil }
        let next = Signature(author: person.number, pen: pen.number, number: pen.last + 1)
        return Draft(.door(isOpen: false), signature: next)
    }

    /// Changes the verdict on an event: a locked keypad no longer protects the bill.
    func altered(_ verdict: Verdict, on event: Event) -> Verdict {
        guard kind == .lockedParticipantChangesBill, verdict == .void(.locked),
            case .bill = event.action
        else { return verdict }
        return .applied
    }

    /// Changes what a page shows of an answer: a board shows it at once.
    func answerVisibility(
        of participant: UInt32, on view: ReplicaView
    ) -> ReplicaView.AnswerVisibility {
        kind == .boardShowsAnswersEarly && view.isWatching
            ? .withoutName : view.visibility(ofAnswerBy: participant)
    }

    /// Changes a frame from a client.
    func alteredClientFrame(_ frame: [UInt8], on connection: SimulatedConnection) -> [UInt8] {
        guard
            case .act(let first, var actions)? = try? ClientMessage.decode(
                frame)
        else { return frame }
        switch (kind, actions[0]) {
        case (.clientChangesResentAction, .plain(.press(let key))) where random.oneIn(3):
            actions[0] = .plain(.press(key == .digit(.seven) ? .digit(.eight) : .digit(.seven)))
            return ClientMessage.act(first: first, actions).encoded
        case (.resentAnswerCountsTwice, .plain(.answer)):
            // As a new action, the answer counts again.
            let last = connection.pen?.last ?? 0
            return first > last ? frame : ClientMessage.act(first: last + 1, actions).encoded
        default: return frame
        }
    }

    /// Changes a frame from an edge, or drops it and returns nil.
    func alteredEdgeFrame(_ frame: [UInt8], on connection: SimulatedConnection) -> [UInt8]? {
        switch kind {
        case .edgeForgetsSession:
            if victim == nil, random.oneIn(40) { victim = connection }
            return victim === connection && frame.starts(with: Array(#"{"seq"#.utf8)) ? nil : frame
        case .resumeOmitsEvent:
            guard case .welcome(var welcome) = try? ServerMessage.decode(frame),
                case .events(var events) = welcome.contents, !events.isEmpty
            else { return frame }
            events.remove(at: random.next(below: events.count))
            welcome.contents = .events(events)
            return ServerMessage.welcome(welcome).encoded
        default: return frame
        }
    }

    /// Changes one digit in a single frame to a client.
    func damagedOnce(_ frame: [UInt8]) -> [UInt8] {
        guard kind == .replicaReadsWrongDigit, !isDone, random.oneIn(30) else { return frame }
        let damaged = Self.withOneDigitChanged(frame)
        isDone = damaged != frame
        return damaged
    }

    /// Changes the first digit in a frame of events. The frame stays valid, so only the state hash reveals
    /// the change.
    static func withOneDigitChanged(_ frame: [UInt8]) -> [UInt8] {
        guard case .events(var events) = try? ServerMessage.decode(frame),
            let place = events.events.firstIndex(where: \.action.isDigit)
        else { return frame }
        let event = events.events[place]
        guard case .press(.digit(let digit)) = event.action else { return frame }
        let other: Digit = digit == .seven ? .eight : .seven
        events.events[place] = Event(
            sequence: event.sequence, time: event.time,
            draft: Draft(.press(.digit(other)), signature: event.signature))
        return ServerMessage.events(events).encoded
    }
}

extension Action {
    fileprivate var isDigit: Bool { if case .press(.digit) = self { true } else { false } }
}
