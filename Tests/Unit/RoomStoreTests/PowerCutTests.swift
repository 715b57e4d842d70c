import RoomStore
import SQLiteStore
import RunningPrograms
import SharedRoom
import Testing

/// Copies the durable part of the disk at each report of events: after opening, compacting and forgetting rooms.
@Test func `events are on the disk when the store reports them`() throws {
    let file = StoreFile()
    let disk = Disk(seed: 1)
    defer { disk.remove() }
    let cuts = Guarded<[(room: RoomName, sequence: Int64, contents: [String: [UInt8]])]>([])
    for round in Int64(0)..<3 {
        let store = try SQLiteStore(
            file.options {
                $0.limits.roomJournalEventsMax = 4
                $0.system = disk.name
            })
        let edge = store.attach { report in
            guard case .events(let room, let events) = report, let last = events.last else {
                return
            }
            cuts.withLock { $0.append((room, last.sequence, disk.syncedContents)) }
        }
        let probe = StoreProbe(of: store)
        for room in ["hall", "yard"] as [RoomName] {
            try probe.open(room)
            store.submit(.open(room), from: edge)
            try probe.write(6, to: room)
            probe.submit(.close(room))
            store.submit(.close(room), from: edge)
            try probe.settle(room)
            try probe.open(room)
            store.submit(.open(room), from: edge)
            try probe.write(2, to: room)
        }
        if round == 1 { _ = try probe.answer(to: 7, .forget("attic", ticket: 7)) }
        store.close()
    }
    let reported = cuts.withLock { $0 }
    #expect(reported.count >= 40)
    for (number, cut) in reported.enumerated() {
        let rest = Disk(seed: 1, cut.contents)
        defer { rest.remove() }
        let store = try SQLiteStore(file.options { $0.system = rest.name })
        let kept = try store.kept(cut.room).summary.sequence
        #expect(kept >= cut.sequence, "report \(number)")
        store.close()
    }
}

@Test(arguments: 0..<Effort.count(2, full: 50))
func `a power cut at any moment loses nothing that was reported`(number: Int) throws {
    let store = PowerCutTrial(number, .full, isDurable: true)
    for round in 0..<40 {
        try store.run([.kill, .powerCut, .powerCut, .cleanEnd, .powerCut][round % 5])
        try #require(store.faults == [], "after cut \(round) of disk \(number)")
    }
}

@Test(arguments: 0..<3)
func `a store that does not sync fails the power cut test`(number: Int) {
    let store = PowerCutTrial(number, .none, isDurable: true)
    for _ in 0..<20 where store.faults.isEmpty {
        // The file may be too damaged to be opened.
        guard (try? store.run(.powerCut)) != nil else { return }
    }
    #expect(store.faults != [])
}

@Test(arguments: 100..<100 + Effort.count(1, full: 20))
func `with durability os a power cut leaves a prefix of the events, in another epoch`(
    number: Int
) throws {
    let store = PowerCutTrial(number, .os, isDurable: false)
    for round in 0..<20 {
        try store.run(round % 3 == 1 ? .cleanEnd : .powerCut)
        try #require(store.faults == [], "after cut \(round) of disk \(number)")
    }
}
