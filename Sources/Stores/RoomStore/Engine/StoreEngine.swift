import SharedRoom

/// The part that all stores have in common: edges, open rooms, audiences, presence, tickets, refusals, and the order of
/// answers. It does no I/O. A store passes it the requests of edges and the events of its backend, and executes the
/// commands and reports that come back.
///
///     engine.receive(.open(room, ticket: 1), from: edge)
///     engine.nextCommand()                          // .load(room, 1)
///     engine.handle(.loaded(room, 1, contents))
///     engine.nextReport()                           // ([edge], .opened(room, ticket: 1, …))
///
/// # Theory of operation
///
/// Each room has a queue of operations, in the order in which their requests came. An operation is *queued*, then
/// *dispatched* to the backend, then *answered*. Answers leave the queue at its front only. So requests about one room
/// are answered in order, whatever the backend does with them, and a request behind one whose outcome is unknown
/// waits for it.
///
/// Appends and questions are dispatched at once, several at a time. An opening, a closing and a forgetting change which
/// edges have the room open, so the operations behind them wait until they are answered.
///
/// Events are reported as soon as they are known and follow the last reported one, whether the backend reports them as
/// the answer to an append or by themselves. Events that were reported before are ignored. If one is missing, the
/// backend is asked for it, and answers that depend on it wait.
package final class StoreEngine {
    /// True if several nodes share the stored rooms.
    private let isShared: Bool
    private var edges: Set<UInt32> = []
    private var rooms = RoomTable<EngineRoom>()
    private var lastOperation: OperationID = 0
    private var commands = Queue<BackendCommand>()
    private var reports = Queue<(edges: [UInt32], report: LogReport)>()

    init(isShared: Bool) {
        self.isShared = isShared
    }

    /// The next command for the backend, in order.
    func nextCommand() -> BackendCommand? { commands.removeFirst() }

    /// The next report for edges, in order.
    func nextReport() -> (edges: [UInt32], report: LogReport)? { reports.removeFirst() }
}

/// Edges.
extension StoreEngine {
    func attach(_ edge: UInt32) { edges.insert(edge) }

    func detach(_ edge: UInt32) {
        edges.remove(edge)
        for room in rooms.all where room.audience.contains(edge) {
            leave(room, edge)
            advance(room)
        }
    }

    package func detachAll() {
        for edge in edges.sorted() { detach(edge) }
    }

    /// - Parameter isOverloaded: True if too many requests wait, so that appends are refused.
    func receive(_ request: LogRequest, from edge: UInt32, isOverloaded: Bool = false) {
        guard edges.contains(edge) else { return }
        let room = rooms[request.room] ?? rooms.insert(EngineRoom(request.room))
        lastOperation += 1
        var operation = Operation(id: lastOperation, request: request, edge: edge)
        if isOverloaded, case .append = request {
            operation.stage = .answered(.refused(.unavailable))
        }
        room.operations.append(operation)
        advance(room)
    }

    private func leave(_ room: EngineRoom, _ edge: UInt32) {
        setPeople([], at: edge, room)
        room.audience.removeAll { $0 == edge }
    }

    private func report(_ edges: [UInt32], _ report: LogReport) {
        if !edges.isEmpty { reports.append((edges, report)) }
    }
}

/// The queue of a room.
extension StoreEngine {
    /// Answers the operations at the front, and dispatches those that may be dispatched. An edge receives `opened` before
    /// the operations behind the opening are executed.
    private func advance(_ room: EngineRoom) {
        repeat { while answerFirst(room) {} } while dispatchNext(room)
        guard room.operations.isEmpty, room.audience.isEmpty else { return }
        rooms.remove(room.name)
        commands.append(.release(room.name))
    }

    /// Returns false if all operations are dispatched, or the next one has to wait.
    private func dispatchNext(_ room: EngineRoom) -> Bool {
        guard room.dispatchedCount < room.operations.count, !room.isBlocked else { return false }
        let index = room.dispatchedCount
        room.dispatchedCount += 1
        if case .queued = room.operations[index].stage {
            room.operations[index].period = room.period
            room.operations[index].stage = dispatch(room.operations[index], room)
        }
        return true
    }

    private func dispatch(_ operation: Operation, _ room: EngineRoom) -> Operation.Stage {
        guard edges.contains(operation.edge) else { return .answered(.nothing) }
        let isOpen = room.audience.contains(operation.edge)
        switch operation.request {
        case .open(let name, _): commands.append(.load(name, operation.id))
        case .announce where !isOpen: return .answered(.nothing)
        case .append where !isOpen, .head where !isOpen, .close where !isOpen,
            .forget where !isOpen:
            return .answered(.refused(.notOpen))
        case .announce(_, let came, let gone):
            let people = (room.people[operation.edge] ?? []).union(came).subtracting(gone)
            setPeople(people, at: operation.edge, room)
            return .answered(.nothing)
        case .append(let name, let drafts, _):
            guard !drafts.isEmpty else { return .answered(.done(after: 0)) }
            commands.append(.append(name, operation.id, drafts))
        case .head(let name, _):
            guard isShared else { return .answered(.head(nil)) }
            commands.append(.head(name, operation.id))
        case .forget(let name, _): commands.append(.forget(name, operation.id))
        case .close: return .answered(.close)
        }
        return .dispatched
    }

    /// Answers the first operation. Returns false if its answer is not known, or depends on a missing event.
    private func answerFirst(_ room: EngineRoom) -> Bool {
        guard room.dispatchedCount > 0, let operation = room.operations.first,
            case .answered(let answer) = operation.stage, answer.sequence <= room.reported
        else { return false }
        _ = room.operations.removeFirst()
        room.dispatchedCount -= 1
        if let report = report(answer, to: operation, room) {
            self.report([operation.edge], report)
        }
        return true
    }

    private func report(
        _ answer: Operation.Answer, to operation: Operation, _ room: EngineRoom
    ) -> LogReport? {
        guard edges.contains(operation.edge), let ticket = operation.request.ticket else {
            return nil
        }
        switch answer {
        case .done: return .done(room.name, ticket: ticket)
        case .head(let sequence):
            return .head(room.name, ticket: ticket, sequence: sequence ?? room.reported)
        case .opened(let opened): return .opened(room.name, ticket: ticket, opened)
        case .refused(let failure): return .refused(room.name, ticket: ticket, failure)
        case .close:
            leave(room, operation.edge)
            return .done(room.name, ticket: ticket)
        case .nothing: return nil
        }
    }
}

/// Events of the backend.
extension StoreEngine {
    /// Lets the backend execute all commands, and those that follow from its events.
    package func run(_ backend: some Backend) {
        repeat {
            while let command = nextCommand() { backend.perform(command) }
            if let event = backend.events.removeFirst() { handle(event) }
        } while !commands.isEmpty || !backend.events.isEmpty
    }

    func handle(_ event: BackendEvent) {
        switch event {
        case .loaded(let name, let id, let loaded): complete(name, id) { open($0, loaded, for: $1) }
        case .appended(let name, let id, let events):
            complete(name, id) { room, operation in
                guard operation.period == room.period else { return .done(after: 0) }
                apply(events, to: room)
                return .done(after: events.last?.sequence ?? 0)
            }
        case .head(let name, let id, let sequence):
            complete(name, id) { room, operation in
                guard operation.period == room.period else { return .head(nil) }
                note(sequence, in: room)
                return .head(sequence)
            }
        case .forgotten(let name, let id):
            complete(name, id) { room, _ in
                forget(room)
                return .done(after: 0)
            }
        case .failed(let name, let id, let failure):
            complete(name, id) { _, _ in .refused(failure) }
        case .events(let name, let events): update(name) { apply(events, to: $0) }
        case .caughtUp(let name): update(name) { $0.isCatchingUp = false }
        case .presence(let name, let edge, let people):
            update(name) { setPeople(people, at: edge, $0) }
        case .presenceElsewhere(let name, let people):
            update(name) { setPeople(elsewhere: people, $0) }
        case .replaced(let name, let loaded): update(name) { replace($0, loaded) }
        case .forgottenElsewhere(let name): update(name, forget)
        case .invalid(let name):
            update(name) { room in
                report(room.audience, .failed(name, .setAside))
                room.end()
            }
        }
    }

    /// Asks again for events that are still missing.
    package func tick() {
        for room in rooms.all where room.reported < room.known { requestMissing(room) }
    }

    private func complete(
        _ name: RoomName, _ id: OperationID,
        _ answer: (EngineRoom, Operation) -> Operation.Answer
    ) {
        guard let room = rooms[name], let index = room.index(of: id) else { return }
        let operation = room.operations[index]
        let result = answer(room, operation)
        // Earlier operations may have left the queue.
        if let index = room.index(of: id) { room.operations[index].stage = .answered(result) }
        advance(room)
    }

    /// Changes a room that an edge has open.
    private func update(_ name: RoomName, _ change: (EngineRoom) -> Void) {
        guard let room = rooms[name], !room.audience.isEmpty else { return }
        change(room)
        advance(room)
    }

    /// After `opened` the edge receives every event. So all earlier requests must be answered, and the audience must
    /// have received the loaded events.
    private func open(
        _ room: EngineRoom, _ loaded: LoadedRoom, for operation: Operation
    ) -> Operation.Answer {
        guard edges.contains(operation.edge) else { return .nothing }
        if room.audience.isEmpty {
            room.begin(loaded)
        } else {
            apply(loaded.room.events, to: room)
            // A snapshot may include events that the audience has not received.
            note(loaded.head, in: room)
            setPeople(elsewhere: loaded.elsewhere, room)
        }
        while answerFirst(room) {}
        guard room.operations.first?.id == operation.id, room.reported == loaded.head else {
            return .refused(.unavailable)
        }
        if !room.audience.contains(operation.edge) { room.audience.append(operation.edge) }
        var opened = loaded.room
        opened.present = room.present(besides: operation.edge)
        return .opened(opened)
    }

    private func replace(_ room: EngineRoom, _ loaded: LoadedRoom) {
        room.begin(loaded)
        for edge in room.audience {
            var opened = loaded.room
            opened.present = room.present(besides: edge)
            report([edge], .replaced(room.name, opened))
        }
    }

    private func forget(_ room: EngineRoom) {
        report(room.audience, .forgotten(room.name))
        room.end()
    }

    /// Reports the events that follow the last reported one.
    private func apply(_ events: [Event], to room: EngineRoom) {
        guard let first = events.first?.sequence, let last = events.last?.sequence,
            last > room.reported
        else { return }
        if first <= room.reported + 1 {
            let news = events.dropFirst(Int(room.reported + 1 - first))
            room.reported = last
            report(room.audience, .events(room.name, Array(news)))
        }
        note(last, in: room)
    }

    /// Notes that there are events up to this one.
    private func note(_ sequence: Int64, in room: EngineRoom) {
        room.known = max(room.known, sequence)
        if room.reported < room.known { requestMissing(room) }
    }

    private func requestMissing(_ room: EngineRoom) {
        guard isShared, !room.isCatchingUp else { return }
        room.isCatchingUp = true
        commands.append(.catchUp(room.name, after: room.reported))
    }

    private func setPeople(elsewhere people: [UInt32: Set<UInt32>], _ room: EngineRoom) {
        let edges = Set(room.people.keys).union(people.keys).subtracting(room.audience)
        for edge in edges.sorted() { setPeople(people[edge] ?? [], at: edge, room) }
    }

    /// Reports a change of the participants at an edge of this node or another one.
    private func setPeople(_ now: Set<UInt32>, at edge: UInt32, _ room: EngineRoom) {
        let before = room.people[edge] ?? []
        guard now != before else { return }
        room.people[edge] = now.isEmpty ? nil : now
        report(
            room.audience.filter { $0 != edge },
            .presence(
                room.name, edge: edge, came: now.subtracting(before).sorted(),
                gone: before.subtracting(now).sorted()))
        guard isShared, room.audience.contains(edge) else { return }
        commands.append(.announce(room.name, edge: edge, people: now.sorted()))
    }
}
