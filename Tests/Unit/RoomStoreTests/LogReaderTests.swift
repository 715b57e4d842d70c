import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore

@Test(arguments: StoreKind.allCases)
func `a reader sees every event that any edge received`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind, eventsKeptMax: 40) { contract in
        let reader = contract.makeReader()
        let ada = contract.edge()
        #expect(try reader.room("hall") == nil)
        let epoch = try ada.open("hall").epoch
        #expect(try reader.room("hall") == nil)
        for line in Int64(1)...100 {
            ada.append([line], to: "hall")
            let followed = try ada.follow("hall", to: line)
            let room = try #require(try reader.room("hall"))
            var summary = RoomSummary(form: room.snapshot)
            for event in room.events { summary.apply(event) }
            #expect(summary == followed.summary && room.epoch == epoch)
        }
        ada.submit(.close("hall"))
        try ada.settle("hall")
        #expect(try reader.room("hall")?.epoch == epoch)
    }
}

@Test(arguments: StoreKind.allCases)
func `a reader has pages of at most 1,000 events, without a gap`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let ada = try contract.edge().withOpen("hall")
        for line in Int64(1)...13 { ada.append(Array(repeating: line, count: 200), to: "hall") }
        let expected = try ada.follow("hall", to: 2_600).events
        try ada.settle("hall")
        let reader = contract.makeReader()
        let log = StoredLog("hall", try #require(try reader.room("hall")))
        var (read, sizes) = ([Event](), [Int]())
        // Redis opens the room with a snapshot, but its history is whole.
        var end = try reader.state(before: 1, of: log).sequence
        while true {
            let page = try reader.events(after: end, of: log)
            guard let last = page.last?.sequence else { break }
            end = last
            read += page
            sizes.append(page.count)
        }
        #expect(read == expected)
        #expect(sizes.allSatisfy { $0 <= 1_000 } && sizes.count > 2)
    }
}

@Test(arguments: StoreKind.allCases)
func `a forgotten log cannot be read, also after the room begins again`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let ada = contract.edge()
        let reader = contract.makeReader()
        for isMadeAgain in [false, true] {
            try ada.open("hall")
            ada.append(Array(1...20), to: "hall")
            try ada.follow("hall", to: 20)
            let log = StoredLog("hall", try #require(try reader.room("hall")))
            #expect(try reader.events(after: 19, of: log).map(\.sequence) == [20])
            ada.submit(.forget("hall", ticket: 1))
            if isMadeAgain {
                try ada.open("hall")
                ada.append(Array(1...30), to: "hall")
            }
            try ada.settle("hall")
            #expect(throws: StoreError.changed) { try reader.events(after: 19, of: log) }
            #expect(throws: StoreError.changed) { try reader.state(before: 1, of: log) }
            #expect(throws: StoreError.changed) {
                try reader.tapeRange(before: .max, count: 9, of: log)
            }
        }
    }
}

@Test(arguments: StoreKind.allCases)
func `a reader fails with changed if events or lines were deleted`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind, eventsKeptMax: 40) { contract in
        let ada = try contract.edge().withOpen("hall")
        for line in Int64(1)...60 {
            ada.append([line], to: "hall")
            try ada.follow("hall", to: line)
        }
        let reader = contract.makeReader()
        let log = StoredLog("hall", try #require(try reader.room("hall")))
        let start = try reader.state(before: 1, of: log)
        let lines = try contract.settled {
            try reader.tapeRange(before: 61, count: 9, of: log)
        }
        #expect(start.sequence > 0)
        let signature = Signature(author: 1, pen: 0, number: 1)
        ada.submit(.append("hall", [Draft(.clearTape, signature: signature)], ticket: 1))
        for line in Int64(62)...200 {
            ada.append([line], to: "hall")
            try ada.follow("hall", to: line)
        }
        try ada.settle("hall")
        _ = try contract.settled {
            try reader.state(before: 1, of: log).sequence > start.sequence ? true : nil
        }
        #expect(throws: StoreError.changed) {
            try reader.events(after: start.sequence, of: log)
        }
        #expect(throws: StoreError.changed) { try reader.tape(lines, of: log) }
    }
}

/// Documents were once read on the thread that commits.
@Test func `a reader does not use the thread that commits`() throws {
    let file = StoreFile()
    try file.fill("hall", 30)
    try file.store { store in
        _ = try StoreProbe(of: store).withOpen("hall")
        let reader = store.makeReader()
        try store.holdUp { _ in
            let log = StoredLog("hall", try #require(try reader.room("hall")))
            #expect(try reader.part(of: "hall", from: 1, count: 30).events.count == 30)
            _ = try reader.tapeRange(before: .max, count: 9, of: log)
        }
    }
}

@Test func `a reader lets the store apply the events of an ended server first`() throws {
    let file = StoreFile()
    try file.fill("hall", 5, endsCleanly: false)
    let noted = Guarded<[Int64]>([])
    let path = file.path
    let look: Compactor = { snapshot, events in
        let trials = try? SQLiteConnection(path, .reading).number("SELECT sum(trials) FROM rooms")
        noted.withLock { $0.append(trials ?? -1) }
        return RoomSummary.compact(snapshot, events)
    }
    try file.store({ $0.common.compact = look }) { store in
        let room = try #require(try store.makeReader().room("hall"))
        #expect(RoomSummary(form: room.snapshot).sequence + Int64(room.events.count) == 5)
        #expect(noted.withLock { $0.first } == 1)
    }
}

@Test func `a reader leaves rooms alone that are set aside`() throws {
    let file = StoreFile()
    try file.fill("damaged", 5)
    try file.execute("UPDATE rooms SET trials = 3")
    try file.store { store in
        let reader = store.makeReader()
        #expect(throws: StoreError.damaged("damaged")) { try reader.room("damaged") }
        let nothing = try reader.room("nothing")
        #expect(nothing == nil)
    }
}
