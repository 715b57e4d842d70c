import RoomStore
import RunningPrograms
import Testing

@Test(arguments: 0..<Effort.count(8, full: 50))
func `a power cut at any moment loses nothing that was reported`(number: Int) throws {
    let store = CutStore(number, .full, vouches: true)
    for round in 0..<40 {
        try store.run([.kill, .powerCut, .powerCut, .cleanEnd, .powerCut][round % 5])
        try #require(store.faults == [], "after cut \(round) of disk \(number)")
    }
}

@Test(arguments: 0..<3)
func `power cuts find a store that does not wait for its disk`(number: Int) {
    let store = CutStore(number, .none, vouches: true)
    for _ in 0..<20 where store.faults.isEmpty {
        // A torn file may not open at all.
        guard (try? store.run(.powerCut)) != nil else { return }
    }
    #expect(store.faults != [])
}

@Test(arguments: 100..<100 + Effort.count(4, full: 20))
func `with durability os a power cut leaves a prefix of the events, in another epoch`(
    number: Int
) throws {
    let store = CutStore(number, .os, vouches: false)
    for round in 0..<20 {
        try store.run(round % 3 == 1 ? .cleanEnd : .powerCut)
        try #require(store.faults == [], "after cut \(round) of disk \(number)")
    }
}

@Test(arguments: 200..<200 + Effort.count(6, full: 40))
func `a failing disk does not bring back what the store refused`(number: Int) throws {
    let store = CutStore(number, .full, vouches: true, checkpoints: false)
    for round in 0..<20 {
        let ending = round.isMultiple(of: 2) ? CutStore.Ending.kill : .powerCut
        try store.run(ending, failurePeriod: 10)
        try #require(store.faults == [], "after cut \(round) of disk \(number)")
    }
    #expect(store.failureCount > 20)
}
