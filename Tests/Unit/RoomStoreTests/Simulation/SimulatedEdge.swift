import SharedRoom

@testable import RoomStore

/// An edge that makes random requests and checks what it receives.
final class SimulatedEdge: @unchecked Sendable {
    private unowned let world: SimulatedWorld
    let store: any RoomStore
    private(set) var number: UInt32 = 0
    private var isEnded = false
    private var lastTicket: Int64 = 0
    private var rooms: [RoomName: Followed] = [:]

    private struct Followed {
        var isOpen = false
        var summary = RoomSummary(form: nil)
        /// The requests without an answer, in their order.
        var requests: [LogRequest] = []
        var epoch: UInt64 = 0
        /// The lines in the log of this epoch.
        var seen: Set<Int64> = []
        /// The answers to appends up to this ticket do not say whether they were committed.
        var lastVagueTicket: Int64 = 0
        var people: Set<UInt32> = []
        var elsewhere: [UInt32: Set<UInt32>] = [:]
    }

    init(_ world: SimulatedWorld, _ store: any RoomStore) {
        self.world = world
        self.store = store
        number = store.attach { [weak self] report in self?.receive(report) }
    }

    func end() { isEnded = true }

    func isOpen(_ name: RoomName) -> Bool { rooms[name]?.isOpen ?? false }

    func people(_ name: RoomName) -> Set<UInt32> { rooms[name]?.people ?? [] }

    private func nextTicket() -> Int64 {
        lastTicket += 1
        return lastTicket
    }

    /// Makes a random request.
    func act() {
        let name = world.random.element(of: world.rooms)
        let followed = rooms[name, default: Followed()]
        let isOpening = followed.requests.contains { if case .open = $0 { true } else { false } }
        guard followed.isOpen || isOpening else { return submit(.open(name, ticket: nextTicket())) }
        switch world.random.next(below: 24) {
        case 0: submit(.close(name, ticket: nextTicket()))
        case 1: submit(.open(name, ticket: nextTicket()))
        case 2...4: submit(.head(name, ticket: nextTicket()))
        case 5: submit(.forget(name, ticket: nextTicket()))
        case 6...8:
            let people = [UInt32(1 + world.random.next(below: 5))]
            let came = world.random.bool()
            submit(.announce(name, came: came ? people : [], gone: came ? [] : people))
        default:
            let drafts = world.nextLines(1 + world.random.next(below: 4)).map { line in
                Draft(.recall(line), signature: Signature(author: number, pen: 0, number: line))
            }
            submit(.append(name, drafts, ticket: nextTicket()))
        }
    }

    private func submit(_ request: LogRequest) {
        rooms[request.room, default: Followed()].requests.append(request)
        world.note(requestBy: number, request)
        store.submit(request, from: number)
        applyAnnouncements(request.room)
    }

    /// An announcement has no answer. It is executed after the requests before it.
    private func applyAnnouncements(_ name: RoomName) {
        while case .announce(_, let came, let gone)? = rooms[name]?.requests.first {
            rooms[name]?.requests.removeFirst()
            guard isOpen(name) else { continue }
            rooms[name]?.people.formUnion(came)
            rooms[name]?.people.subtract(gone)
        }
    }

    private func receive(_ report: LogReport) {
        guard !isEnded, !world.isOff else { return }
        note("\(report.room.text) > \(report.outline)")
        let name = report.room
        if let ticket = report.ticket { complete(name, ticket, report) }
        switch report {
        case .opened(_, _, let opened): begin(name, opened)
        case .replaced(_, let opened):
            rooms[name]?.lastVagueTicket = lastTicket
            begin(name, opened)
        case .events(_, let events):
            guard isOpen(name) else { return fail("events of \(name.text) while it is closed") }
            for event in events { take(event, name) }
        case .forgotten, .failed:
            close(name)
            rooms[name]?.lastVagueTicket = lastTicket
        case .presence(_, let edge, let came, let gone):
            var people = rooms[name]?.elsewhere[edge] ?? []
            people = people.union(came).subtracting(gone)
            rooms[name]?.elsewhere[edge] = people.isEmpty ? nil : people
        case .done, .refused, .head: break
        }
        applyAnnouncements(name)
    }

    private func complete(_ name: RoomName, _ ticket: Int64, _ report: LogReport) {
        applyAnnouncements(name)
        guard let request = rooms[name]?.requests.first, request.ticket == ticket else {
            return fail("the answer \(report.outline) is out of turn")
        }
        rooms[name]?.requests.removeFirst()
        switch (request, report) {
        case (.append(_, let drafts, _), .refused):
            for case .recall(let line) in drafts.map(\.action) {
                world.noteRefusal(of: line)
                if rooms[name]?.seen.contains(line) == true { fail("\(line) was refused and done") }
            }
        case (.append(_, let drafts, let ticket), .done):
            guard let followed = rooms[name], ticket > followed.lastVagueTicket else { break }
            for case .recall(let line) in drafts.map(\.action) where !followed.seen.contains(line) {
                fail("\(line) is done before its event")
            }
        case (.close, .done): close(name)
        case (.head, .head(_, _, let sequence)):
            if sequence > rooms[name]?.summary.sequence ?? 0 { fail("a head without its events") }
        default: break
        }
    }

    private func close(_ name: RoomName) {
        rooms[name]?.isOpen = false
        rooms[name]?.people = []
        rooms[name]?.elsewhere = [:]
    }

    private func begin(_ name: RoomName, _ opened: OpenedRoom) {
        let wasOpen = isOpen(name)
        var followed = rooms[name, default: Followed()]
        followed.isOpen = true
        if !wasOpen { followed.people = [] }
        if followed.epoch != opened.epoch { followed.seen = [] }
        followed.epoch = opened.epoch
        followed.summary = RoomSummary(form: opened.snapshot)
        followed.elsewhere = [:]
        for present in opened.present {
            followed.elsewhere[present.edge, default: []].insert(present.participant)
        }
        rooms[name] = followed
        for event in opened.events { take(event, name) }
    }

    private func take(_ event: Event, _ name: RoomName) {
        rooms[name]?.summary.apply(event)
        world.check(event, of: name, epoch(name))
        if let summary = rooms[name]?.summary, summary.faultCount > 0 {
            fail("event \(event.sequence) of \(name.text) does not follow")
            rooms[name]?.summary.faultCount = 0
        }
        guard case .recall(let line) = event.action else { return }
        rooms[name]?.seen.insert(line)
    }

    private func note(_ text: @autoclosure () -> String) {
        world.note("edge \(number) \(text())")
    }

    private func fail(_ text: String) { world.fail("edge \(number): \(text)") }
}

/// Checks after all faults have ended.
extension SimulatedEdge {
    func check() {
        for (name, followed) in rooms where !followed.requests.isEmpty {
            fail("no answer to \(followed.requests[0].outline) in \(name.text)")
        }
    }

    func compare(_ name: RoomName, with stored: RoomSummary) {
        guard let followed = rooms[name], followed.isOpen else { return }
        if followed.summary.sequence != stored.sequence {
            fail("\(name.text) is at \(followed.summary.sequence) and not at \(stored.sequence)")
        } else if followed.summary != stored {
            fail("\(name.text) has other events than the store")
        }
    }

    func epoch(_ name: RoomName) -> UInt64 { rooms[name]?.epoch ?? 0 }

    func comparePresence(_ name: RoomName, _ expected: [UInt32: Set<UInt32>]) {
        let found = rooms[name]?.elsewhere ?? [:]
        if found != expected {
            fail("\(name.text) has \(found.outline) present, and not \(expected.outline)")
        }
    }
}
