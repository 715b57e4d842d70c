import CalculatorEngine
import SharedRoom

/// The room with the pending actions on top.
extension Replica {
    /// Makes the prediction anew.
    func rebuild() {
        predicted = confirmed ?? provisional
        line = predictedLine()
        for index in pending.indices { predict(index) }
    }

    /// What is shown before there is a room: one that nobody else is in.
    var provisional: Room {
        var room = Room()
        let nothing = Fingerprint(high: 0, low: 0)
        let make = Making(
            keypad: person.make?.keypad ?? .formula, isLocked: person.make?.isLocked ?? false,
            salt: nothing)
        _ = room.apply(Event(sequence: 1, time: 0, draft: Draft(.make(make))))
        let entrance = Entrance(identity: nothing, pen: 0, name: person.name)
        _ = room.apply(Event(sequence: 2, time: 0, draft: Draft(.enter(entrance))))
        return room
    }

    /// The pen as the room knows it; one that no welcome has spoken of yet is taken up in the
    /// prediction alone.
    private func predictedLine() -> PredictedLine? {
        guard !person.isWatching, toldView == nil, let author = hasRoom ? you : 1,
            let me = predicted.people[author]
        else { return nil }
        if hasRoom, let number = pen.number {
            return me.pen(number: number).map { (pen: Participant.Pen) in
                PredictedLine(author: author, pen: number, last: pen.last)
            }
        }
        var id: UInt64 = 0
        while me.pen(id: id) != nil { id += 1 }
        predict(.enter(Entrance(identity: me.identity, pen: id, name: me.name)), signature: nil)
        return predicted.people[author]?.pen(id: id).map { (pen: Participant.Pen) in
            PredictedLine(author: author, pen: pen.number, last: pen.last)
        }
    }

    func predict(_ index: Int) {
        guard let line else { return }
        let isUp = predicted.people[line.author]?.handRaised != nil
        // What cannot be predicted has a number all the same: a hand that stays as it is.
        let action = action(at: index).prediction ?? .hand(isUp: isUp)
        predict(action, signature: line.signature(at: index))
        changes.formUnion(action.changes)
    }

    private func predict(_ action: Action, signature: Signature?) {
        let event = Event(
            sequence: predicted.sequence + 1, time: predicted.time,
            draft: Draft(action, signature: signature))
        _ = predicted.apply(event)
    }

    /// What the pending action says on the wire.
    func action(at index: Int) -> ClientAction {
        switch pending[index].content {
        case .action(let action): action
        case .undo(let step): .plain(.undo(signature(ofStep: step)))
        case .redo(let step): .plain(.redo(signature(ofStep: step)))
        }
    }

    private func signature(ofStep id: Int64) -> Signature {
        guard let line, let index = pending.firstIndex(where: { $0.id == id }) else {
            return Signature(author: 1, pen: 0, count: 1)
        }
        return line.signature(at: index)
    }
}
