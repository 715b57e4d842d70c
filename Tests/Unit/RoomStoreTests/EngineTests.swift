import SharedRoom
import Testing

@testable import RoomStore

/// An engine, its commands and its reports.
private final class EngineProbe {
    let engine: StoreEngine
    private(set) var commands: [BackendCommand] = []

    init(isShared: Bool = true) {
        engine = StoreEngine(isShared: isShared)
        for edge in UInt32(1)...3 { engine.attach(edge) }
    }

    /// Opens a room at an edge.
    func open(_ name: RoomName, at edge: UInt32, head: Int64 = 0, epoch: UInt64 = 7) {
        engine.receive(.open(name, ticket: 0), from: edge)
        guard case .load(name, let id)? = takeCommands().last else { return }
        engine.handle(.loaded(name, id, room(head: head, epoch: epoch)))
        _ = takeReports()
    }

    func takeCommands() -> [BackendCommand] {
        var taken: [BackendCommand] = []
        while let command = engine.nextCommand() { taken.append(command) }
        return taken
    }

    func takeReports() -> [String] {
        var taken: [String] = []
        while let next = engine.nextReport() {
            taken.append("\(next.edges) \(next.report.outline)")
        }
        return taken
    }
}

private func room(head: Int64, epoch: UInt64 = 7) -> LoadedRoom {
    let snapshot: [UInt8]? = head > 0 ? [1] : nil
    return LoadedRoom(room: OpenedRoom(epoch: epoch, snapshot: snapshot), head: head)
}

private func events(_ range: ClosedRange<Int64>) -> [Event] {
    range.map { Event(sequence: $0, time: 5, draft: Draft(.recall($0))) }
}

@Test func `the engine answers in order, although the backend answers a later request first`() {
    let probe = EngineProbe()
    probe.open("hall", at: 1)
    probe.engine.receive(.append("hall", [Draft(.recall(1))], ticket: 1), from: 1)
    probe.engine.receive(.head("hall", ticket: 2), from: 1)
    probe.engine.receive(.close("hall", ticket: 3), from: 1)
    probe.engine.receive(.append("hall", [Draft(.recall(2))], ticket: 4), from: 1)
    // The closing waits for the requests before it, and the append for the closing.
    #expect(
        probe.takeCommands() == [
            .append("hall", 2, [Draft(.recall(1))]), .head("hall", 3),
        ])
    probe.engine.handle(.head("hall", 3, 1))
    #expect(probe.takeReports() == [] && probe.takeCommands() == [.catchUp("hall", after: 0)])
    probe.engine.handle(.appended("hall", 2, events(1...1)))
    #expect(
        probe.takeReports()
            == ["[1] events 1…1", "[1] 1 done", "[1] 2 head 1", "[1] 3 done", "[1] 4 notOpen"])
    #expect(probe.takeCommands() == [.release("hall")])
}

@Test func `an answer waits for a missing event`() {
    let probe = EngineProbe()
    for edge in UInt32(1)...2 { probe.open("hall", at: edge, head: 5) }
    probe.engine.receive(.append("hall", [Draft(.recall(1))], ticket: 1), from: 1)
    probe.engine.handle(.appended("hall", 3, events(7...7)))
    #expect(probe.takeReports() == [])
    #expect(probe.takeCommands().last == .catchUp("hall", after: 5))
    // The attempt failed. The next tick repeats it.
    probe.engine.handle(.caughtUp("hall"))
    probe.engine.tick()
    #expect(probe.takeCommands() == [.catchUp("hall", after: 5)])
    probe.engine.handle(.events("hall", events(6...8)))
    #expect(probe.takeReports() == ["[1, 2] events 6…8", "[1] 1 done"])
    probe.engine.handle(.events("hall", events(7...8)))
    #expect(probe.takeReports() == [])
}

@Test func `an append is answered if another node forgets the room first`() {
    let probe = EngineProbe()
    probe.open("hall", at: 1, head: 5)
    probe.engine.receive(.append("hall", [Draft(.recall(1))], ticket: 1), from: 1)
    probe.engine.receive(.head("hall", ticket: 2), from: 1)
    probe.engine.handle(.events("hall", events(6...6)))
    probe.engine.handle(.forgottenElsewhere("hall"))
    probe.engine.handle(.appended("hall", 2, events(6...6)))
    probe.engine.handle(.head("hall", 3, 6))
    #expect(
        probe.takeReports() == ["[1] events 6…6", "[1] forgotten", "[1] 1 done", "[1] 2 head 0"])
}

@Test func `requests behind an opening wait for it, and are refused if it fails`() {
    let probe = EngineProbe()
    probe.engine.receive(.open("hall", ticket: 1), from: 1)
    probe.engine.receive(.append("hall", [Draft(.recall(1))], ticket: 2), from: 1)
    probe.engine.receive(.announce("hall", came: [3], gone: []), from: 1)
    probe.engine.receive(.open("hall", ticket: 3), from: 2)
    #expect(probe.takeCommands() == [.load("hall", 1)])
    probe.engine.handle(.failed("hall", 1, .unavailable))
    #expect(probe.takeReports() == ["[1] 1 unavailable", "[1] 2 notOpen"])
    #expect(probe.takeCommands() == [.load("hall", 4)])
    probe.engine.handle(.loaded("hall", 4, room(head: 2)))
    #expect(probe.takeReports() == ["[2] 3 opened"])
}

@Test func `an edge receives the opened room before the reports that follow it`() {
    let probe = EngineProbe()
    probe.open("hall", at: 1)
    probe.engine.receive(.open("hall", ticket: 1), from: 2)
    probe.engine.receive(.announce("hall", came: [3], gone: []), from: 1)
    probe.engine.handle(.loaded("hall", 2, room(head: 0)))
    #expect(probe.takeReports() == ["[2] 1 opened", "[2] 1: [3] came, [] left"])
}

@Test func `an edge that leaves receives nothing, and its participants are gone`() {
    let probe = EngineProbe()
    for edge in UInt32(1)...2 { probe.open("hall", at: edge) }
    probe.engine.receive(.announce("hall", came: [4, 3], gone: []), from: 1)
    probe.engine.receive(.append("hall", [Draft(.recall(1))], ticket: 1), from: 1)
    #expect(probe.takeReports() == ["[2] 1: [3, 4] came, [] left"])
    probe.engine.detach(1)
    probe.engine.handle(.appended("hall", 4, events(1...1)))
    #expect(probe.takeReports() == ["[2] 1: [] came, [3, 4] left", "[2] events 1…1"])
    let announced = probe.takeCommands().filter { command in
        if case .announce = command { true } else { false }
    }
    #expect(
        announced == [
            .announce("hall", edge: 1, people: [3, 4]), .announce("hall", edge: 1, people: []),
        ])
}

@Test func `a forgotten room is closed for all, and opened again as another one`() {
    let probe = EngineProbe(isShared: false)
    for edge in UInt32(1)...2 { probe.open("hall", at: edge, head: 9) }
    probe.engine.receive(.forget("hall", ticket: 1), from: 1)
    probe.engine.receive(.append("hall", [Draft(.recall(1))], ticket: 2), from: 2)
    probe.engine.receive(.open("hall", ticket: 3), from: 2)
    #expect(probe.takeCommands() == [.forget("hall", 3)])
    probe.engine.handle(.forgotten("hall", 3))
    #expect(probe.takeReports() == ["[1, 2] forgotten", "[1] 1 done", "[2] 2 notOpen"])
    #expect(probe.takeCommands() == [.load("hall", 5)])
    probe.engine.handle(.loaded("hall", 5, room(head: 0, epoch: 8)))
    probe.engine.receive(.head("hall", ticket: 4), from: 2)
    #expect(probe.takeReports() == ["[2] 3 opened", "[2] 4 head 0"])
}

@Test func `after a replacement, answers do not wait for events of the earlier epoch`() {
    let probe = EngineProbe()
    probe.open("hall", at: 1, head: 5)
    probe.engine.receive(.append("hall", [Draft(.recall(1))], ticket: 1), from: 1)
    probe.engine.handle(.appended("hall", 2, events(7...7)))
    #expect(probe.takeReports() == [])
    probe.engine.handle(.replaced("hall", room(head: 3, epoch: 8)))
    #expect(probe.takeReports() == ["[1] replaced 8", "[1] 1 done"])
    probe.engine.handle(.events("hall", events(4...4)))
    #expect(probe.takeReports() == ["[1] events 4…4"])
    probe.engine.handle(.invalid("hall"))
    #expect(probe.takeReports() == ["[1] failed setAside"])
    #expect(probe.takeCommands().last == .release("hall"))
}

@Test func `edges receive the participants at other nodes`() {
    let probe = EngineProbe()
    for edge in UInt32(1)...2 { probe.open("hall", at: edge) }
    probe.engine.receive(.announce("hall", came: [3], gone: []), from: 1)
    probe.engine.handle(.presence("hall", edge: 9, people: [5, 6]))
    probe.engine.handle(.presence("hall", edge: 9, people: [6]))
    #expect(
        probe.takeReports() == [
            "[2] 1: [3] came, [] left", "[1, 2] 9: [5, 6] came, [] left",
            "[1, 2] 9: [] came, [5] left",
        ])
    probe.engine.handle(.presence("hall", edge: 9, people: []))
    probe.engine.handle(.presenceElsewhere("hall", [8: [1]]))
    #expect(probe.takeReports() == ["[1, 2] 9: [] came, [6] left", "[1, 2] 8: [1] came, [] left"])
}

@Test func `an opening whose snapshot includes missing events asks for them`() {
    let probe = EngineProbe()
    probe.open("hall", at: 1, head: 35)
    probe.engine.receive(.open("hall", ticket: 5), from: 2)
    #expect(probe.takeCommands() == [.load("hall", 2)])
    probe.engine.handle(.loaded("hall", 2, room(head: 36)))
    #expect(probe.takeReports() == ["[2] 5 unavailable"])
    #expect(probe.takeCommands() == [.catchUp("hall", after: 35)])
}
