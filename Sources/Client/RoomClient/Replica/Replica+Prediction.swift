import CalculatorEngine
import SharedRoom

/// The predicted room: the confirmed room with the pending actions applied.
extension Replica {
    /// Recomputes the prediction from the confirmed room.
    func rebuild() {
        predicted = confirmed ?? provisional
        predictedPen = makePredictedPen()
        for index in pending.indices { predict(index) }
    }

    /// The room to display before the server sends one. Only this person is in it.
    var provisional: Room {
        var room = Room()
        let nothing = Fingerprint(high: 0, low: 0)
        let make = RoomSetup(
            keypad: joinTemplate.make?.keypad ?? .formula,
            isLocked: joinTemplate.make?.isLocked ?? false,
            salt: nothing)
        _ = room.apply(Event(sequence: 1, time: 0, draft: Draft(.make(make))))
        let entrance = Entrance(identity: nothing, pen: 0, name: joinTemplate.name)
        _ = room.apply(Event(sequence: 2, time: 0, draft: Draft(.enter(entrance))))
        return room
    }

    /// The pen's identity in the room. Before the first welcome, a pen is added to the prediction only.
    private func makePredictedPen() -> PredictedPen? {
        guard !joinTemplate.isWatching, serverView == nil, let author = hasRoom ? you : 1,
            let me = predicted.people[author]
        else { return nil }
        if hasRoom, let number = pen.number {
            return me.pen(number: number).map { (pen: Participant.Pen) in
                PredictedPen(author: author, pen: number, last: pen.last)
            }
        }
        var id: UInt64 = 0
        while me.pen(id: id) != nil { id += 1 }
        predict(.enter(Entrance(identity: me.identity, pen: id, name: me.name)), signature: nil)
        return predicted.people[author]?.pen(id: id).map { (pen: Participant.Pen) in
            PredictedPen(author: author, pen: pen.number, last: pen.last)
        }
    }

    func predict(_ index: Int) {
        guard let predictedPen else { return }
        let isUp = predicted.people[predictedPen.author]?.handRaised != nil
        // An unpredictable action still uses an action number, so an action without effect takes its place:
        // the hand stays as it is.
        let action = action(at: index).prediction ?? .hand(isUp: isUp)
        predict(action, signature: predictedPen.signature(at: index))
        changes.formUnion(action.changes)
    }

    private func predict(_ action: Action, signature: Signature?) {
        let event = Event(
            sequence: predicted.sequence + 1, time: predicted.time,
            draft: Draft(action, signature: signature))
        _ = predicted.apply(event)
    }

    /// The pending action as it is sent.
    func action(at index: Int) -> ClientAction {
        let action = pending[index].action
        guard let step = pending[index].step else { return action }
        return action.replacingStep(with: signature(ofStep: step))
    }

    private func signature(ofStep id: Int64) -> Signature {
        guard let predictedPen, let index = pending.firstIndex(where: { $0.id == id }) else {
            return Signature(author: 1, pen: 0, number: 1)
        }
        return predictedPen.signature(at: index)
    }
}
