import SharedRoom

/// Actions that only hosts may perform. Half of the attempts come from a host.
extension Storm {
    func hosts(_ anybody: ClientHost) {
        let client = fate.oneIn(2) ? host(of: anybody.room) ?? anybody : anybody
        switch fate.next(below: 30) {
        case 0..<5: client.act(.lock(!fate.oneIn(3)))
        case 5..<8: client.act(.grant(somebody))
        case 8, 9: client.act(.revoke(somebody))
        case 10: client.act(.door(isOpen: !fate.oneIn(3)))
        case 11..<15: shutTheDoor(host(of: client.room) ?? client)
        case 15: client.act(.host(somebodyOrSelf(client)))
        case 16: client.act(.hostLink(link))
        case 17: client.act(.useLink(link))
        case 18: client.act(.remove(somebodyOrSelf(client)))
        case 19, 20: throwSomebodyOut(client)
        case 21: client.act(.clearTape)
        case 22..<24: if weather.endsRooms { end(client) }
        case 24: client.act(.spectators(areAdmitted: fate.oneIn(2)))
        case 25: client.act(.names(areHeld: !fate.oneIn(3)))
        case 26, 27: client.act(.show(someName(seenBy: client)))
        default: client.act(.lock(false))
        }
    }

    private func end(_ client: ClientHost) {
        let ends: [Action] = [.startOver, .startOver, .close, .delete, .delete, .delete]
        let end = fate.element(of: ends)
        amidTyping(client) { client.act(end) }
    }

    /// The event of a name, mostly one that awaits a host's approval.
    private func someName(seenBy client: ClientHost) -> Int64 {
        let held = client.replica.confirmed?.people.all.compactMap(\.nameHeld) ?? []
        return held.isEmpty || fate.oneIn(4) ? someEvent(client) : fate.element(of: held)
    }

    /// A random participant, sometimes the client's own.
    private func somebodyOrSelf(_ client: ClientHost) -> UInt32 {
        fate.oneIn(4) ? client.replica.you ?? somebody : somebody
    }

    private func host(of room: String) -> ClientHost? {
        world.clients.first { client in
            client.room == room
                && client.replica.you.flatMap { client.replica.confirmed?.people[$0] }?.isHost
                    == true
        }
    }

    /// Makes a host publish a host link, which the client uses.
    func wantToBeHost(_ client: ClientHost) {
        let link = link
        host(of: client.room)?.act(.hostLink(link))
        world.later(fate.milliseconds(0...500)) { client.act(.useLink(link)) }
    }

    private var link: Secret { World.secret("link\(fate.next(below: 2))") }

    /// Opens and closes the door repeatedly while others enter, as at the start of a lesson.
    private func shutTheDoor(_ client: ClientHost) {
        for _ in 0..<5 {
            world.later(fate.milliseconds(0...1_000)) { [weak self] in
                guard let self, !isOver, world.clients.count < Self.latecomersEnd else { return }
                comeIn(to: client.room)
            }
        }
        for count in 0..<6 {
            world.later(fate.milliseconds(0...1_000)) {
                client.act(.door(isOpen: !count.isMultiple(of: 2)))
            }
        }
        world.later(2_000) { client.act(.door(isOpen: true)) }
    }

    /// Number of pages from which no latecomers are added.
    private static let latecomersEnd = 20

    /// Removes a participant who is typing.
    private func throwSomebodyOut(_ client: ClientHost) {
        let others = world.clients.filter { $0.room == client.room && $0 !== client }
        guard !others.isEmpty, let number = fate.element(of: others).replica.you else { return }
        amidTyping(client) { client.act(.remove(number)) }
    }

    /// Runs `happen` while everyone in the room is typing.
    private func amidTyping(_ client: ClientHost, _ happen: @escaping () -> Void) {
        for other in world.clients where other.room == client.room {
            for _ in 0..<4 {
                let key = someKey
                world.later(fate.milliseconds(0...500)) { other.press(key) }
            }
        }
        world.later(250, happen)
    }
}
