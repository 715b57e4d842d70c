import RoomStore
import Testing

@Test(arguments: 0..<25)
func `S91 whatever the moment at which the power goes, nothing is missing that was told`(
    number: Int
) throws {
    let store = CutStore(number, .full, vouches: true)
    for round in 0..<40 {
        try store.run([.kill, .powerCut, .powerCut, .cleanEnd, .powerCut][round % 5])
        try #require(store.faults == [], "after cut \(round) of disk \(number)")
    }
}

@Test func `S91 a store that does not wait for its disk is found out`() throws {
    let store = CutStore(0, .none, vouches: true)
    var cuts = 0
    while cuts < 20, store.faults.isEmpty {
        // A file that is torn may not even be opened.
        guard (try? store.run(.powerCut)) != nil else { return }
        cuts += 1
    }
    #expect(store.faults != [])
}

@Test(arguments: 100..<110)
func `S92 with durability os a power cut leaves a beginning, in another epoch`(number: Int) throws {
    let store = CutStore(number, .os, vouches: false)
    for round in 0..<20 {
        try store.run(round % 3 == 1 ? .cleanEnd : .powerCut)
        try #require(store.faults == [], "after cut \(round) of disk \(number)")
    }
}

@Test(arguments: 200..<220)
func `S93 on a disk that fails now and then, what was refused does not come back`(
    number: Int
) throws {
    let store = CutStore(number, .full, vouches: true, checkpoints: false)
    for round in 0..<20 {
        let ending = round.isMultiple(of: 2) ? CutStore.Ending.kill : .powerCut
        try store.run(ending, failurePeriod: 10)
        try #require(store.faults == [], "after cut \(round) of disk \(number)")
    }
    #expect(store.failureCount > 20)
}
