import SharedRoom

/// The faults. Each occurs only if the round's settings switch it on.
extension SimulationRound {
    func injectFault() {
        let fault = random.next(below: 31)
        world.note(nil, "fault \(fault)")
        switch fault {
        case 0, 1, 2: if settings.has(.connectionsAreLost) { loseConnection() }
        case 3:
            if settings.has(.connectionsFailInOneDirection) { anyClient?.loseOneDirection(random) }
        case 4...7: if settings.has(.connectionsJam) { jamConnection() }
        case 8, 9: if settings.has(.pagesStopReading) { putToSleep() }
        case 10: if settings.has(.peopleGoOffline), let client = anyClient { goOffline(client) }
        case 11: if settings.has(.peopleMove) { moveToAnotherEdge() }
        case 12: if settings.has(.pagesReload), let client = anyClient { reloadPage(client) }
        case 13, 14: if settings.has(.pagesAreDuplicated) { duplicatePage() }
        case 15: if settings.has(.pagesAreClosed) { closePage() }
        case 16: if settings.has(.clocksJump) { jumpClock() }
        case 17: if settings.has(.bitsFlip) { anyClient?.isDamageDue = true }
        case 18: if settings.has(.edgesCrash) && random.oneIn(2) { crashEdge() }
        case 19:
            if settings.has(.edgesRestart) && random.oneIn(2) { restartEdge(changingRules: false) }
        case 20: if settings.has(.storeCrashes) { crashStore() }
        case 21: if settings.has(.storeStalls) { stallStore() }
        case 22: if settings.has(.storeRefuses) { refuseWrites() }
        case 23: if settings.has(.storeIsSlow) { slowDownCommits() }
        case 24: if settings.has(.reportsAreLate) { delayEdgeReports() }
        case 25: if settings.has(.reportsAreLost) { world.store.isReportLossDue = true }
        case 26: if settings.has(.storeClockJumps) { jumpStoreClock() }
        case 27, 28: if settings.has(.storeCannotOpenRooms) { failToOpenRooms() }
        case 29: if settings.has(.limitsAreTight) { overfillRoom() }
        default: if settings.has(.versionsDiffer) { restartEdge(changingRules: true) }
        }
        if !settings.has(.isFullyDurable), random.oneIn(3) { world.store.flush() }
    }

    private func loseConnection() {
        guard let client = anyClient else { return }
        world.counts.add(.connectionsLost)
        let isNoticed = !random.oneIn(3)
        client.loseConnection(
            edgeNoticesAfter: random.milliseconds(0...35_000),
            pageNoticesAfter: isNoticed ? random.milliseconds(0...3_000) : nil)
    }

    /// Delays all frames of a page. The person soon reloads it, and it resends the actions in transit.
    private func jamConnection() {
        guard let client = anyClient else { return }
        world.counts.add(.connectionsJammed)
        let patience = random.milliseconds(100...3_000)
        client.delayFrames(
            for: random.oneIn(3) ? 2 * patience : patience + random.milliseconds(0...400))
        type(client)
        world.later(patience) { [weak self] in
            guard let self, !isOver, world.clients.contains(where: { $0 === client }) else {
                return
            }
            reloadPage(client)
        }
    }

    private func putToSleep() {
        guard let client = anyClient else { return }
        client.isHeld = true
        client.isAsleep = true
        world.later(random.milliseconds(1_000...90_000)) { [weak client] in
            client?.isHeld = false
            client?.isAsleep = false
        }
    }

    private func goOffline(_ client: ClientHost) {
        client.isOffline = true
        client.loseConnection(
            edgeNoticesAfter: random.milliseconds(0...35_000), pageNoticesAfter: 0)
        world.later(random.milliseconds(1_000...30_000)) { [weak client] in
            client?.isOffline = false
            client?.networkIsBack()
        }
    }

    private func moveToAnotherEdge() {
        guard let client = anyClient, world.edges.count > 1 else { return }
        world.counts.add(.clientsMoved)
        client.loseConnection(
            edgeNoticesAfter: random.milliseconds(0...35_000), pageNoticesAfter: 0)
        client.edge = anyEdge
    }

    private func reloadPage(_ client: ClientHost) {
        world.close(client, forGood: false)
        world.reopen(client, edge: anyEdge)
    }

    /// Duplicates a page with its saved state, or opens a new page of the same person.
    private func duplicatePage() {
        guard let client = anyClient, canAddPages else { return }
        world.counts.add(.tabsDuplicated)
        type(client)
        if random.oneIn(2) { exhaustPens(of: client) }
        if random.oneIn(2) {
            world.reopen(client, edge: anyEdge)
        } else {
            _ = world.open(client.join, room: client.room, edge: anyEdge)
        }
    }

    /// Opens more pages of one person than the room keeps pens, so that it drops the pen of an offline page.
    private func exhaustPens(of client: ClientHost) {
        client.press(.digit(.one))
        goOffline(client)
        client.press(.digit(.two))
        for _ in 0...RoomLimits.pensMax {
            let other = world.open(client.join, room: client.room, edge: anyEdge)
            other.press(.digit(.three))
            world.later(random.milliseconds(1_000...3_000)) { [unowned world] in
                world.close(other, forGood: true)
            }
        }
    }

    /// Connects more spectators than the room admits.
    private func overfillRoom() {
        guard let room = anyClient?.room else { return }
        for _ in 0..<Simulation.sessionsPerTightRoomMax {
            let spectator = RogueClient(world, room: room, edge: world.edges[0])
            spectator.watch()
            world.later(random.milliseconds(500...1_000)) { spectator.leave() }
        }
    }

    private func closePage() {
        guard let client = anyClient, world.clients.count > 2 else { return }
        world.close(client, forGood: true)
        addClient()
    }

    private func jumpClock() {
        world.counts.add(.clocksJumped)
        let milliseconds = random.milliseconds(100...4_000_000)
        anyClient?.moveClock(by: random.oneIn(3) ? -milliseconds : milliseconds)
    }

    private func crashEdge() {
        world.counts.add(.edgeCrashes)
        let edge = random.element(of: world.edges)
        edge.crash()
        restartLater(edge)
    }

    private func restartEdge(changingRules: Bool) {
        let edge = random.element(of: world.edges)
        guard !edge.isDown else { return }
        if !changingRules { world.counts.add(.edgeRestarts) }
        edge.stop()
        if changingRules { edge.rules = 1 - edge.rules }
        restartLater(edge)
    }

    private func restartLater(_ edge: EdgeHost) {
        world.later(random.milliseconds(0...5_000)) { [random] in
            if edge.isDown { edge.start(seed: random.next()) }
        }
    }

    private func crashStore() {
        world.counts.add(.storeCrashes)
        for edge in world.edges { edge.crash() }
        world.store.crash()
        for edge in world.edges { restartLater(edge) }
    }

    private func stallStore() {
        world.counts.add(.storeStalls)
        hold(world.store, \.isStalled, to: true, for: 10...8_000)
    }

    private func refuseWrites() {
        world.counts.add(.storeRefusals)
        hold(world.store, \.isWritable, to: false, for: 10...8_000)
    }

    /// Makes rooms fail to open. Crashes an edge first, so that it has to open its rooms again.
    private func failToOpenRooms() {
        crashEdge()
        world.store.openFailure = random.element(of: [.unavailable, .otherRules, .setAside])
        world.later(random.milliseconds(10...6_000)) { [unowned world] in
            world.store.openFailure = nil
        }
    }

    func slowDownCommits() { world.store.commitDelay = random.milliseconds(0...200) }

    func delayReports() { world.store.reportDelay = random.milliseconds(0...100) }

    private func delayEdgeReports() {
        delayReports()
        hold(random.element(of: world.edges), \.isLagging, to: true, for: 10...5_000)
    }

    /// Sets a property for some time.
    private func hold<Target: AnyObject>(
        _ target: Target, _ property: ReferenceWritableKeyPath<Target, Bool>, to value: Bool,
        for milliseconds: ClosedRange<Int>
    ) {
        target[keyPath: property] = value
        world.later(random.milliseconds(milliseconds)) { [weak target] in
            target?[keyPath: property] = !value
        }
    }

    private func jumpStoreClock() {
        world.counts.add(.clocksJumped)
        world.store.clockAhead += random.milliseconds(0...7_200_000) - 3_600_000
    }
}
