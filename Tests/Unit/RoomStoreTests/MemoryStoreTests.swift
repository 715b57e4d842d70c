import SharedRoom
import Testing

@testable import RoomStore

@Test func `the memory store delivers before a call returns, the same in every run`() {
    let runs = (0..<2).map { _ in
        let received = Guarded<[String]>([])
        let store = MemoryStore.made()
        let edges = (0..<3).map { number in
            store.attach { report in received.withLock { $0.append("\(number): \(report)") } }
        }
        for step in Int64(0)..<200 {
            let count = received.withLock { $0.count }
            let name = RoomName("room-\(step % 7)")
            let edge = edges[Int(step) % 3]
            store.submit(.open(name), from: edge)
            store.submit(.announce(name, came: [UInt32(step)], gone: []), from: edge)
            store.submit(.append(name, [Draft(.recall(step))], ticket: step), from: edge)
            #expect(received.withLock { $0.count } >= count + 2)
        }
        for edge in edges { store.detach(edge) }
        return received.withLock { $0 }
    }
    #expect(runs[0] == runs[1])
}

@Test func `only rooms with events and open rooms take memory`() {
    let store = MemoryStore.made()
    let edges = (0..<2).map { _ in store.attach { _ in } }
    for number in 0..<1_000 {
        for edge in edges { store.submit(.open(RoomName("room-\(number)")), from: edge) }
        store.submit(.announce(RoomName("room-\(number)"), came: [1], gone: []), from: edges[0])
    }
    #expect(store.roomCount == 1_000)
    store.submit(.append("room-5", [Draft(.startOver)], ticket: 1), from: edges[0])
    store.detach(edges[0])
    for number in 0..<500 { store.submit(.close(RoomName("room-\(number)")), from: edges[1]) }
    #expect(store.roomCount == 501)
    store.detach(edges[1])
    #expect(store.roomCount == 1)
    let last = store.attach { _ in }
    store.submit(.open("room-5"), from: last)
    store.submit(.forget("room-5", ticket: 1), from: last)
    #expect(store.roomCount == 0)
}

@Test(arguments: [1, 2, 9, 10])
func `beyond the limit, a snapshot replaces the older half of the events`(max: Int) throws {
    let opened = Guarded<OpenedRoom?>(nil)
    let store = MemoryStore.made(eventsKeptMax: max)
    let reader = store.attach { report in
        if case .opened(_, _, let room) = report { opened.withLock { $0 = room } }
    }
    for line in Int64(1)...100 {
        store.submit(.open("hall"), from: reader)
        let before = try #require(opened.withLock { $0 })
        store.submit(.append("hall", [Draft(.recall(line))], ticket: 1), from: reader)
        store.submit(.open("hall"), from: reader)
        let after = try #require(opened.withLock { $0 })
        let isFull = before.events.count == max
        #expect(after.events.count == (isFull ? max / 2 : before.events.count + 1))
        #expect((after.snapshot != before.snapshot) == isFull)
        #expect(RoomSummary(form: after.snapshot).sequence == line - Int64(after.events.count))
    }
}

@Test func `the memory store keeps as many lines of a tape as a document has`() throws {
    var log = MemoryLog(epoch: 1)
    for _ in 0..<3 {
        _ = log.append([Draft(.startOver)], at: 1)
        let head = log.head
        log.compact(beyond: 0) { _, _ in
            let lines = (Int64(0)..<4_000).map { line in
                TapeEntry(
                    sequence: 4_000 * head + line, time: 1, author: 1, name: [], expression: [],
                    result: nil, isUndone: false)
            }
            return CompactedRoom(snapshot: [], tape: lines)
        }
    }
    let range = try #require(log.tapeRange(before: .max, count: .max))
    #expect(range.count == 10_000)
    #expect(log.tape(range)?.first?.sequence == 6_000)
}

extension MemoryStore {
    fileprivate static func made(eventsKeptMax: Int = 10_000) -> MemoryStore {
        let (clock, random) = (TestClock(), TestRandom())
        return MemoryStore(
            clock: { clock.now }, random: { random.next() },
            eventsKeptMax: eventsKeptMax, compact: RoomSummary.compact)
    }
}
