import SharedRoom

/// What the store did not do. Nothing of it happened, so the client is told to come again.
extension Edge {
    mutating func takeRefusal(_ ticket: Int64, _ failure: LogFailure, in room: Int) {
        if failure == .notOpen, rooms[room].phase == .open { return reopen(room) }
        if rooms[room].joining.contains(where: { $0.stage == .asked(ticket: ticket) }) {
            return turnAwayAll(room) { $0.stage == .asked(ticket: ticket) }
        }
        // Everything that was asked for before it was answered before it.
        while let first = rooms[room].inFlight.first, first.ticket <= ticket {
            _ = rooms[room].inFlight.removeFirst()
            if first.ticket == ticket { refuse(first, in: room) }
        }
        makeDue(room)
    }

    private mutating func refuse(_ waiting: InFlight, in room: Int) {
        switch waiting.rest {
        case .actions(let next, let left):
            guard sessions.isCurrent(waiting.session.place),
                case .joined(_, let place) = sessions[waiting.session.slot].state
            else { return }
            rooms[room].members[place].inFlightCount -= left
            if case .refused(let earlier, _) = rooms[room].members[place].expectation,
                earlier <= next.number
            {
                return
            }
            refuse(next.number, storageRefusal, member: place, of: room)
        case .making:
            rooms[room].isMaking = false
            turnAwayAll(room) { $0.session == waiting.session }
        case .entering:
            turnAwayAll(room) { $0.session == waiting.session }
        }
    }

    private mutating func turnAwayAll(_ room: Int, where isMeant: (Joining) -> Bool) {
        for joining in rooms[room].joining.filter(isMeant) { close(joining.session, .storage) }
    }
}
