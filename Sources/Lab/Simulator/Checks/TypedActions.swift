import CalculatorEngine
import SharedRoom

/// Actions that a person typed in one page and its copies, and that are not in the event log yet.
///
/// Each action must be logged exactly once and in order, unless the page withdrew it. There are exceptions: if
/// a page was not sure, or committed events were lost, an action may be missing or logged twice.
final class TypedActions {
    /// True if the actions may be missing, since a page was closed for good or refused.
    var isAbandoned = false
    /// True if two pages send actions at the same time, so that their order is not checked.
    var isDuplicated = false
    private var outstanding: [TypedAction] = []
    /// Each permits one action to be missing, or to be logged one time too often.
    private var exceptions: [TypedAction] = []

    func add(_ typedAction: TypedAction) {
        outstanding.append(typedAction)
    }

    /// Permits actions that the page withdrew without being sure to be logged or missing.
    func permitEither(_ actions: [TypedAction]) {
        exceptions += actions
    }

    /// Removes actions that the page withdrew and never sent. A copy of the page may still send them, and also the
    /// later ones, which the page sends with a fresh pen.
    func withdraw(_ actions: [TypedAction]) {
        if isDuplicated {
            let later = outstanding.drop { !actions.contains($0) }
            return permitEither(actions + later.filter { !actions.contains($0) })
        }
        // All undos are equal here, and pages do not withdraw those of bills. If both kinds may be outstanding, any of
        // them may be missing.
        let turns = actions.filter { $0 == .undo || $0 == .redo }
        let isAmbiguous = outstanding.filter { turns.contains($0) }.count > turns.count
        if isAmbiguous { permitEither(turns) }
        for action in actions.reversed() where !isAmbiguous || !turns.contains(action) {
            if let place = outstanding.lastIndex(of: action) { outstanding.remove(at: place) }
        }
    }

    /// Permits all outstanding actions to be missing, after a notice that the room is closed or deleted.
    /// They may also be logged, if the room is created again.
    func permitMissing() {
        exceptions += outstanding
    }

    /// Permits a second decision on an action, after the store lost the first.
    func permitRepeat(_ typedAction: TypedAction) {
        exceptions.append(typedAction)
    }

    /// Removes a decided action. Returns an error text if it should not have been decided now.
    func removeDecided(_ typedAction: TypedAction) -> String? {
        if outstanding.first == typedAction {
            outstanding.removeFirst()
            return nil
        }
        let place = outstanding.firstIndex(of: typedAction)
        if let place, isDuplicated || !exceptions.isEmpty {
            outstanding.remove(at: place)
            return nil
        }
        if let permit = exceptions.firstIndex(of: typedAction) {
            exceptions.remove(at: permit)
            return nil
        }
        if place != nil { return "\(typedAction) was decided before earlier actions" }
        return "\(typedAction) was decided, but was not typed or had been decided before"
    }

    /// Removes all actions and returns those that are missing without an exception.
    func removeMissing() -> [TypedAction] {
        defer {
            outstanding = []
            exceptions = []
        }
        guard !isAbandoned else { return [] }
        return outstanding.filter { typedAction in
            guard let permit = exceptions.firstIndex(of: typedAction) else { return true }
            exceptions.remove(at: permit)
            return false
        }
    }
}

/// An action as the person typed it, without the details that are added later: the target of an undo
/// and the step before typed keys are determined when it is sent, and the event log has only the hash of a
/// secret.
enum TypedAction: Equatable {
    case action(Action)
    case undo
    case redo
    case type([Key])
    case hostLink
    case useLink

    init(_ action: ClientAction) {
        switch action {
        case .plain(let action): self.init(action)
        case .hostLink: self = .hostLink
        case .useLink: self = .useLink
        }
    }

    init(_ action: Action) {
        switch action {
        case .undo: self = .undo
        case .redo: self = .redo
        case .type(let typing): self = .type(typing.keys)
        case .hostLink(let hash): self = hash == nil ? .action(action) : .hostLink
        case .useLink: self = .useLink
        default: self = .action(action)
        }
    }
}

/// The text for traces and failures: `7`, `undo`, `"lock":true`.
extension TypedAction: CustomStringConvertible {
    var description: String {
        switch self {
        case .action(.press(let key)): return "\(key.name)"
        case .action(let action):
            var writer = JSONWriter()
            Draft(action).writeBody(to: &writer)
            return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
        case .undo: return "undo"
        case .redo: return "redo"
        case .type(let keys): return "type \(keys.map { "\($0.name)" }.joined(separator: " "))"
        case .hostLink: return "hostLink"
        case .useLink: return "useLink"
        }
    }
}
