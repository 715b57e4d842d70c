import CalculatorEngine
import SharedRoom

extension Replica {
    /// Worked out when somebody looks.
    public var view: ReplicaView {
        ReplicaView(
            connection: connection, display: predicted.calculator.display, board: board,
            keys: keys, tape: predicted.tape.lines,
            confirmedSequence: confirmed?.sequence ?? 0,
            canUndo: mayPress && predicted.history.last != nil,
            canRedo: mayPress && predicted.history.lastUndone != nil,
            people: confirmed == nil ? [] : predicted.people.all, present: present,
            presentCount: max(present.count, Int(presentCount ?? 0)), you: you,
            mayPress: mayPress, isLocked: predicted.isLocked, isDoorOpen: predicted.isDoorOpen,
            life: predicted.life, bill: predicted.bill, pendingCount: pending.count,
            question: question, notices: notices)
    }

    /// What has changed since this was asked last. Keys and notices are those since then, too.
    public mutating func takeChanges() -> ViewChanges {
        let taken = changes
        changes = []
        keys = []
        notices = []
        return taken
    }

    private var connection: ConnectionState {
        switch link {
        case .away(let until): .away(until: until)
        case .joining: .connecting
        case .joined(let session):
            .joined(isCurrent: !session.isDoubtful && !session.isDamaged)
        case .ended(let reason): .ended(reason)
        }
    }

    private var mayPress: Bool {
        guard let line, let me = predicted.people[line.author] else { return false }
        return predicted.mayPress(me)
    }

    private var question: [ClientAction] {
        var asked: [ClientAction] = []
        for index in pending.indices where pending[index].isAsked {
            asked.append(action(at: index))
        }
        return asked
    }
}
