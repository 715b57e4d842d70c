import SharedRoom

/// Everything in a memory store: the rooms and the edges. The store locks it.
struct MemoryRooms {
    private let sources: MemorySources
    private var rooms: [RoomName: MemoryRoom] = [:]
    private var edges = Deliveries()
    private var openRooms = OpenRooms()
    var isWritable = true
    private(set) var commits = CommitCounts()

    init(_ sources: MemorySources) {
        self.sources = sources
    }

    var roomCount: Int { rooms.count }

    /// The stored events of a room; nil if there are none.
    func log(_ name: RoomName) -> MemoryLog? {
        rooms[name].flatMap { $0.log.isEmpty ? nil : $0.log }
    }

    var secret: UInt64 { sources.secret }

    /// Of the rooms that have events.
    var logs: [RoomName: MemoryLog] {
        rooms.mapValues(\.log).filter { !$0.value.isEmpty }
    }

    /// Begins again with these logs. The edges are gone, and their numbers are never given again.
    mutating func restore(_ logs: [RoomName: MemoryLog], keepingEpochs: Bool) {
        edges.removeAll()
        openRooms.removeAll()
        rooms = [:]
        for (name, log) in logs.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) })
        {
            let room = MemoryRoom(log: log)
            if !keepingEpochs { room.log.epoch = sources.random() }
            rooms[name] = room
        }
    }

    mutating func attach(_ deliver: @escaping @Sendable ([LogReport]) -> Void) -> UInt32 {
        edges.attach(deliver)
    }

    /// Tells everybody what has happened since it was last called.
    mutating func deliver() {
        edges.deliver()
    }

    mutating func detach(_ edge: UInt32) {
        edges.detach(edge)
        for name in openRooms.remove(edge) { leave(name, at: edge) }
    }

    mutating func take(_ request: LogRequest, from edge: UInt32) {
        guard edges.isAttached(edge) else { return }
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

    private mutating func open(_ name: RoomName, _ ticket: Int64, at edge: UInt32) {
        let room = rooms[name] ?? MemoryRoom(epoch: sources.random())
        rooms[name] = room
        openRooms.opened(name, at: edge)
        let opened = room.open(at: edge, secret: sources.secret)
        edges.tell([edge], .opened(name, ticket: ticket, opened))
    }

    private mutating func append(
        _ drafts: [Draft], to name: RoomName, _ ticket: Int64, from edge: UInt32
    ) {
        guard let room = room(name, openAt: edge) else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        guard !drafts.isEmpty else { return edges.tell([edge], .done(name, ticket: ticket)) }
        guard isWritable else { return refuse(name, ticket, .unavailable, to: edge) }
        let events = room.log.append(drafts, at: sources.clock())
        commits.events.note(Int64(events.count))
        room.log.foldBeyond(sources.eventsKeptMax, with: sources.fold)
        edges.tell(room.audience.edges, .events(name, events))
        edges.tell([edge], .done(name, ticket: ticket))
    }

    private mutating func head(of name: RoomName, _ ticket: Int64, for edge: UInt32) {
        guard let room = room(name, openAt: edge) else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        edges.tell([edge], .head(name, ticket: ticket, sequence: room.log.head))
    }

    private mutating func announce(
        _ came: [UInt32], _ gone: [UInt32], in name: RoomName, from edge: UInt32
    ) {
        guard let room = room(name, openAt: edge) else { return }
        let news = room.audience.announce(came, gone, at: edge)
        tellOthers(of: room, name, than: edge, came: news.came, gone: news.gone)
    }

    private mutating func close(_ name: RoomName, _ ticket: Int64, at edge: UInt32) {
        guard room(name, openAt: edge) != nil else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        leave(name, at: edge)
        edges.tell([edge], .done(name, ticket: ticket))
    }

    private mutating func leave(_ name: RoomName, at edge: UInt32) {
        guard let room = rooms[name] else { return }
        let gone = room.audience.close(at: edge)
        openRooms.closed(name, at: edge)
        tellOthers(of: room, name, than: edge, came: [], gone: gone)
        if room.isUnused { rooms[name] = nil }
    }

    private mutating func forget(_ name: RoomName, _ ticket: Int64, from edge: UInt32) {
        guard let room = room(name, openAt: edge) else {
            return refuse(name, ticket, .notOpen, to: edge)
        }
        guard isWritable else { return refuse(name, ticket, .unavailable, to: edge) }
        rooms[name] = nil
        let having = room.audience.edges
        for other in having { openRooms.closed(name, at: other) }
        edges.tell(having, .forgotten(name))
        edges.tell([edge], .done(name, ticket: ticket))
    }

    private func room(_ name: RoomName, openAt edge: UInt32) -> MemoryRoom? {
        rooms[name].flatMap { $0.audience.contains(edge) ? $0 : nil }
    }

    private mutating func refuse(
        _ name: RoomName, _ ticket: Int64, _ failure: LogFailure, to edge: UInt32
    ) {
        edges.tell([edge], .refused(name, ticket: ticket, failure))
    }

    private mutating func tellOthers(
        of room: MemoryRoom, _ name: RoomName, than edge: UInt32, came: [UInt32], gone: [UInt32]
    ) {
        guard !(came.isEmpty && gone.isEmpty) else { return }
        let others = room.audience.others(than: edge)
        edges.tell(others, .presence(name, edge: edge, came: came, gone: gone))
    }
}
