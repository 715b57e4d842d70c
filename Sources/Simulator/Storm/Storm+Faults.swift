import SharedRoom

/// The faults. Each occurs only if the round's settings switch it on.
extension Storm {
    func somethingGoesWrong() {
        let fault = fate.next(below: 31)
        world.note(nil, "fault \(fault)")
        switch fault {
        case 0, 1, 2: if weather.linksAreLost { loseLink() }
        case 3: if weather.linksDieInOneDirection { anyClient?.loseOneDirection(fate) }
        case 4...7: if weather.linksJam { jam() }
        case 8, 9: if weather.readersStop { sleep() }
        case 10: if weather.peopleGoOffline, let client = anyClient { goOffline(client) }
        case 11: if weather.peopleMove { move() }
        case 12: if weather.pagesAreLoadedAgain, let client = anyClient { loadAgain(client) }
        case 13, 14: if weather.pagesAreDoubled { double() }
        case 15: if weather.pagesAreClosed { closePage() }
        case 16: if weather.clocksJump { jump() }
        case 17: if weather.bitsTurn { anyClient?.isDamageDue = true }
        case 18: if weather.edgesCrash && fate.oneIn(2) { crashEdge() }
        case 19: if weather.edgesRestart && fate.oneIn(2) { restartEdge() }
        case 20: if weather.storeCrashes { crashStore() }
        case 21: if weather.storeStalls { stall() }
        case 22: if weather.storeRefuses { refuse() }
        case 23: if weather.storeIsSlow { slowDown() }
        case 24: if weather.reportsAreLate { lag() }
        case 25: if weather.reportsAreLost { world.store.isReportLossDue = true }
        case 26: if weather.storeClockJumps { jumpStore() }
        case 27, 28: if weather.storeCannotOpen { shut() }
        case 29: if weather.limitsAreTight { crowd() }
        default: if weather.versionsDiffer { upgrade() }
        }
        if !weather.isFullyDurable, fate.oneIn(3) { world.store.flush() }
    }

    private func loseLink() {
        guard let client = anyClient else { return }
        world.tally.add(.linksLost)
        let isNoticed = !fate.oneIn(3)
        client.lose(
            tellingEdgeAfter: fate.milliseconds(0...35_000),
            tellingPageAfter: isNoticed ? fate.milliseconds(0...3_000) : nil)
    }

    /// Delays all frames. The person soon reloads the page, which resends actions in transit.
    private func jam() {
        guard let client = anyClient else { return }
        world.tally.add(.linksJammed)
        let patience = fate.milliseconds(100...3_000)
        client.jam(for: fate.oneIn(3) ? 2 * patience : patience + fate.milliseconds(0...400))
        type(client)
        world.later(patience) { [weak self] in
            guard let self, !isOver, world.clients.contains(where: { $0 === client }) else {
                return
            }
            loadAgain(client)
        }
    }

    private func sleep() {
        guard let client = anyClient else { return }
        client.isHeld = true
        client.isAsleep = true
        world.later(fate.milliseconds(1_000...90_000)) { [weak client] in
            client?.isHeld = false
            client?.isAsleep = false
        }
    }

    private func goOffline(_ client: ClientHost) {
        client.isOffline = true
        client.lose(tellingEdgeAfter: fate.milliseconds(0...35_000), tellingPageAfter: 0)
        world.later(fate.milliseconds(1_000...30_000)) { [weak client] in
            client?.isOffline = false
            client?.networkIsBack()
        }
    }

    private func move() {
        guard let client = anyClient, world.edges.count > 1 else { return }
        world.tally.add(.moves)
        client.lose(tellingEdgeAfter: fate.milliseconds(0...35_000), tellingPageAfter: 0)
        client.edge = anyEdge
    }

    private func loadAgain(_ client: ClientHost) {
        world.close(client, forGood: false)
        world.openAgain(client, edge: anyEdge)
    }

    /// Duplicates a page with its saved state, or opens a new page of the same person.
    private func double() {
        guard let client = anyClient, hasRoomForMore else { return }
        world.tally.add(.tabsDoubled)
        type(client)
        if fate.oneIn(2) { wearOutPens(of: client) }
        if fate.oneIn(2) {
            world.openAgain(client, edge: anyEdge)
        } else {
            _ = world.open(client.join, room: client.room, edge: anyEdge)
        }
    }

    /// Opens so many pages of one person that the room drops the pen of an offline page.
    private func wearOutPens(of client: ClientHost) {
        client.press(.digit(.one))
        goOffline(client)
        client.press(.digit(.two))
        for _ in 0...RoomLimits.pensMax {
            let other = world.open(client.join, room: client.room, edge: anyEdge)
            other.press(.digit(.three))
            world.later(fate.milliseconds(1_000...3_000)) { [unowned world] in
                world.close(other, forGood: true)
            }
        }
    }

    /// Connects more spectators than the room admits.
    private func crowd() {
        guard let room = anyClient?.room else { return }
        for _ in 0..<Simulation.sessionsPerRoomWhenTight {
            let onlooker = Vandal(world, room: room, edge: world.edges[0])
            onlooker.look()
            world.later(fate.milliseconds(500...1_000)) { onlooker.leave() }
        }
    }

    private func closePage() {
        guard let client = anyClient, world.clients.count > 2 else { return }
        world.close(client, forGood: true)
        comeIn()
    }

    private func jump() {
        world.tally.add(.clocksJumped)
        let milliseconds = fate.milliseconds(100...4_000_000)
        anyClient?.moveClock(by: fate.oneIn(3) ? -milliseconds : milliseconds)
    }

    private func crashEdge() {
        world.tally.add(.edgeCrashes)
        let edge = fate.element(of: world.edges)
        edge.die()
        comeBack(edge)
    }

    private func restartEdge() {
        let edge = fate.element(of: world.edges)
        guard !edge.isDown else { return }
        world.tally.add(.edgeRestarts)
        edge.stop()
        comeBack(edge)
    }

    private func comeBack(_ edge: EdgeHost) {
        world.later(fate.milliseconds(0...5_000)) { [fate] in
            if edge.isDown { edge.begin(seed: fate.next()) }
        }
    }

    private func crashStore() {
        world.tally.add(.storeCrashes)
        for edge in world.edges { edge.die() }
        world.store.crash()
        for edge in world.edges { comeBack(edge) }
    }

    private func stall() {
        world.tally.add(.storeStalls)
        world.store.isStalled = true
        world.later(fate.milliseconds(10...8_000)) { [unowned world] in
            world.store.isStalled = false
        }
    }

    private func refuse() {
        world.tally.add(.storeRefusals)
        world.store.isWritable = false
        world.later(fate.milliseconds(10...8_000)) { [unowned world] in
            world.store.isWritable = true
        }
    }

    /// Makes rooms fail to open. Crashes an edge, which then has to open its rooms again.
    private func shut() {
        crashEdge()
        world.store.failure = fate.element(of: [.unavailable, .newerRules, .outOfOrder])
        world.later(fate.milliseconds(10...6_000)) { [unowned world] in
            world.store.failure = nil
        }
    }

    func slowDown() {
        world.store.commitDelay = fate.milliseconds(0...200)
    }

    func delayReports() {
        world.store.reportDelay = fate.milliseconds(0...100)
    }

    private func lag() {
        delayReports()
        let edge = fate.element(of: world.edges)
        edge.isLagging = true
        world.later(fate.milliseconds(10...5_000)) { edge.isLagging = false }
    }

    private func jumpStore() {
        world.tally.add(.clocksJumped)
        world.store.clockAhead += fate.milliseconds(0...7_200_000) - 3_600_000
    }

    private func upgrade() {
        let edge = fate.element(of: world.edges)
        guard !edge.isDown else { return }
        edge.stop()
        edge.rules = 1 - edge.rules
        comeBack(edge)
    }
}
