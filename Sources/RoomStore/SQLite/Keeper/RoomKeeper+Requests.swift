import SharedRoom

/// What edges ask.
extension RoomKeeper {
    func take(_ request: LogRequest, from edge: UInt32) {
        guard edges.contains(edge) else { return }
        switch request {
        case .open(let name, let ticket):
            open(name, ticket, at: edge)
        case .append(let name, let drafts, let ticket):
            append(drafts, to: name, ticket, from: edge)
        case .head(let name, let ticket):
            head(of: name, ticket, for: edge)
        case .announce(let name, let came, let gone):
            announce(came, gone, in: name, from: edge)
        case .close(let name, let ticket):
            close(name, ticket, at: edge)
        case .forget(let name, let ticket):
            forget(name, ticket, from: edge)
        }
    }

    func detach(_ edge: UInt32) {
        for name in openRooms.remove(edge) { leave(name, at: edge) }
        edges.remove(edge)
    }

    func refuse(_ name: RoomName, _ ticket: Int64, _ failure: LogFailure, to edge: UInt32) {
        tell([edge], .refused(name, ticket: ticket, failure))
    }

    func tell(_ edges: [UInt32], _ report: LogReport) {
        group.answers.append(.report(edges, report))
    }

    /// The room, if it is open at the edge.
    func room(_ name: RoomName, openAt edge: UInt32) -> StoredRoom? {
        rooms[name].flatMap { $0.audience.contains(edge) ? $0 : nil }
    }

    private func append(
        _ drafts: [Draft], to name: RoomName, _ ticket: Int64, from edge: UInt32
    ) {
        guard let room = room(name, openAt: edge) else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        guard !drafts.isEmpty else { return tell([edge], .done(name, ticket: ticket)) }
        let events = group.stage(drafts, in: room, at: options.clock())
        group.answers.append(
            .events(room.audience.edges, name, events, edge: edge, ticket: ticket))
    }

    private func head(of name: RoomName, _ ticket: Int64, for edge: UInt32) {
        guard let room = room(name, openAt: edge) else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        group.answers.append(
            .head(
                edge, name, ticket: ticket, sequence: room.head, staged: Int64(room.staged.count)))
    }

    private func announce(
        _ came: [UInt32], _ gone: [UInt32], in name: RoomName, from edge: UInt32
    ) {
        guard let room = room(name, openAt: edge) else { return }
        let news = room.audience.announce(came, gone, at: edge)
        tellOthers(of: room, than: edge, came: news.came, gone: news.gone)
    }

    private func close(_ name: RoomName, _ ticket: Int64, at edge: UInt32) {
        guard room(name, openAt: edge) != nil else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        leave(name, at: edge)
        tell([edge], .done(name, ticket: ticket))
    }

    private func leave(_ name: RoomName, at edge: UInt32) {
        guard let room = room(name, openAt: edge) else { return }
        let gone = room.audience.close(at: edge)
        openRooms.closed(name, at: edge)
        tellOthers(of: room, than: edge, came: [], gone: gone)
        dropIfUnused(room)
    }

    private func tellOthers(
        of room: StoredRoom, than edge: UInt32, came: [UInt32], gone: [UInt32]
    ) {
        guard !(came.isEmpty && gone.isEmpty) else { return }
        let others = room.audience.others(than: edge)
        tell(others, .presence(room.name, edge: edge, came: came, gone: gone))
    }

    func commitIfStaged(_ room: StoredRoom) {
        if !room.staged.isEmpty { commit() }
    }
}
