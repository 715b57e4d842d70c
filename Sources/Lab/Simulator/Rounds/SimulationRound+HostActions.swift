import SharedRoom

/// Actions that only hosts may perform. Half of the attempts come from a host.
extension SimulationRound {
    func performHostAction(_ anybody: ClientHost) {
        let client = random.oneIn(2) ? host(of: anybody.room) ?? anybody : anybody
        switch random.next(below: 30) {
        case 0..<5: client.act(.lock(!random.oneIn(3)))
        case 5..<8: client.act(.grant(randomParticipant))
        case 8, 9: client.act(.revoke(randomParticipant))
        case 10: client.act(.door(isOpen: !random.oneIn(3)))
        case 11..<15: toggleDoor(host(of: client.room) ?? client)
        case 15: client.act(.host(randomParticipantOrSelf(client)))
        case 16: client.act(.hostLink(randomHostLink))
        case 17: client.act(.useLink(randomHostLink))
        case 18: client.act(.remove(randomParticipantOrSelf(client)))
        case 19, 20: removeParticipant(client)
        case 21: client.act(random.oneIn(2) ? .clearTape : .restoreTape)
        case 22..<24: if settings.has(.hostsEndRooms) { endRoom(client) }
        case 24: client.act(.spectators(areAdmitted: random.oneIn(2)))
        case 25: client.act(.names(areHeld: !random.oneIn(3)))
        case 26, 27: client.act(.show(randomNameEvent(seenBy: client)))
        default: client.act(.lock(false))
        }
    }

    private func endRoom(_ client: ClientHost) {
        let ends: [Action] = [.startOver, .startOver, .close, .open, .delete, .delete, .delete]
        let end = random.element(of: ends)
        whileEveryoneTypes(client) { client.act(end) }
    }

    /// The event of a name, mostly one that awaits a host's approval.
    private func randomNameEvent(seenBy client: ClientHost) -> Int64 {
        let held = client.replica.confirmed?.people.all.compactMap(\.nameHeld) ?? []
        return held.isEmpty || random.oneIn(4) ? randomEvent(client) : random.element(of: held)
    }

    /// A random participant, sometimes the client's own.
    private func randomParticipantOrSelf(_ client: ClientHost) -> UInt32 {
        random.oneIn(4) ? client.replica.you ?? randomParticipant : randomParticipant
    }

    func host(of room: String) -> ClientHost? {
        world.clients.first { client in
            client.room == room
                && client.replica.you.flatMap { client.replica.confirmed?.people[$0] }?.isHost
                    == true
        }
    }

    /// Makes a host publish a host link, which the client uses.
    func claimHostRole(_ client: ClientHost) {
        let link = randomHostLink
        host(of: client.room)?.act(.hostLink(link))
        world.later(random.milliseconds(0...500)) { client.act(.useLink(link)) }
    }

    private var randomHostLink: Secret { World.secret("link\(random.next(below: 2))") }

    /// Opens and closes the door repeatedly while others enter, as at the start of a lesson.
    private func toggleDoor(_ client: ClientHost) {
        for _ in 0..<5 {
            world.later(random.milliseconds(0...1_000)) { [weak self] in
                guard let self, !isOver, world.clients.count < Self.latecomerPagesMax else {
                    return
                }
                addClient(to: client.room)
            }
        }
        for count in 0..<6 {
            world.later(random.milliseconds(0...1_000)) {
                client.act(.door(isOpen: !count.isMultiple(of: 2)))
            }
        }
        world.later(2_000) { client.act(.door(isOpen: true)) }
    }

    /// With this number of pages or more, no latecomers are added.
    private static let latecomerPagesMax = 20

    /// Removes a participant who is typing.
    private func removeParticipant(_ client: ClientHost) {
        let others = world.clients.filter { $0.room == client.room && $0 !== client }
        guard !others.isEmpty, let number = random.element(of: others).replica.you else { return }
        whileEveryoneTypes(client) { [random] in
            let steps = client.replica.confirmed?.history.stepsToRewind(of: number)
            if let first = steps?.last, random.oneIn(2) {
                client.act(.removeAndRewind(number, since: first.sequence))
            } else {
                client.act(.remove(number))
            }
        }
    }

    /// Runs the task while everyone in the room is typing.
    private func whileEveryoneTypes(_ client: ClientHost, _ task: @escaping () -> Void) {
        for other in world.clients where other.room == client.room {
            for _ in 0..<4 {
                let key = randomKey
                world.later(random.milliseconds(0...500)) { other.press(key) }
            }
        }
        world.later(250, task)
    }
}
