import RoomStore
import SQLiteStore
import RunningPrograms
import SharedRoom
import Testing

// StoreSimulationTests cuts the power at random moments.

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

@Test(arguments: 0..<Effort.count(3, full: 50))
func `with durability os a power cut leaves a prefix of the events, in another epoch`(
    seed: Int
) throws {
    let file = StoreFile()
    func store(on disk: Disk) throws -> SQLiteStore {
        try SQLiteStore(
            file.options {
                $0.system = disk.name
                $0.durability = .os
                $0.limits.roomJournalEventsMax = 8
                $0.limits.logPagesMax = 12
            })
    }
    let disk = Disk(seed: UInt64(seed))
    defer { disk.remove() }
    let first = try store(on: disk)
    let probe = try StoreProbe(of: first).withOpen("hall")
    try probe.write(100, to: "hall")
    let before = try probe.follow("hall", to: 100)
    disk.cutPower()
    first.abandon()
    let rest = Disk(seed: 1, disk.contents(isPowerCut: true))
    defer { rest.remove() }
    let second = try store(on: rest)
    let kept = try second.kept("hall")
    second.close()
    #expect(kept.opened.epoch != before.opened.epoch)
    var expected = RoomSummary(form: nil)
    for event in before.events.prefix(Int(kept.summary.sequence)) { expected.apply(event) }
    #expect(kept.summary == expected)
}
