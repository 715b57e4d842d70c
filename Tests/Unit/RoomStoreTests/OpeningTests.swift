import SharedRoom
import Testing

@Test(arguments: StoreKind.allCases)
func `rooms opened during appends miss no event and receive none twice`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind, eventsKeptMax: 250) { contract in
        let edges = (0..<8).map { _ in contract.edge() }
        for writer in edges[..<4] { try writer.open("hall") }
        try Threads.run(8) { number in
            for round in Int64(1)...150 {
                if number < 4 {
                    edges[number].append([round, round, round], to: "hall")
                } else {
                    try edges[number].open("hall")
                    if round % 3 != 0 { edges[number].submit(.close("hall")) }
                }
            }
        }
        for edge in edges[4...] { try edge.open("hall") }
        let rooms = try edges.map { try $0.follow("hall", to: 1_800) }
        #expect(Set(rooms.map(\.summary.checksum)).count == 1)
        #expect(Set(rooms.map(\.opened.epoch)).count == 1)
    }
}

@Test(arguments: StoreKind.allCases)
func `a room without events is opened empty and not kept`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob) = (contract.edge(), contract.edge())
        for _ in 0..<3 {
            let opened = try ada.open("hall")
            #expect(opened == OpenedRoom(epoch: opened.epoch, secret: opened.secret))
            #expect(try ada.head(of: "hall") == 0)
            #expect(try bob.open("hall").epoch == opened.epoch)
            for edge in [ada, bob] {
                edge.submit(.close("hall"))
                try edge.settle("hall")
            }
        }
    }
}

@Test(arguments: StoreKind.allCases)
func `an open room can be opened again, and each event still comes once`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob) = try (contract.edge().withOpen("hall"), contract.edge().withOpen("hall"))
        ada.submit(.announce("hall", came: [7], gone: []))
        ada.append([1, 2], to: "hall")
        #expect(try ada.open("hall").events.count == 2)
        ada.append([3], to: "hall")
        #expect(try ada.follow("hall", to: 3).sequences == [1, 2, 3])
        #expect(try bob.open("hall").present == [.init(edge: ada.edge, participant: 7)])
        ada.submit(.close("hall"))
        #expect(try ada.head(of: "hall") == nil)
    }
}

@Test(arguments: StoreKind.allCases)
func `a closed room receives no reports`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob) = try (contract.edge().withOpen("hall"), contract.edge().withOpen("hall"))
        ada.submit(.close("hall"))
        ada.submit(.close("hall"))
        ada.submit(.close("never opened"))
        try ada.settle("hall")
        let count = ada.inbox.reports.count
        bob.append([1], to: "hall")
        bob.submit(.announce("hall", came: [7], gone: []))
        try bob.follow("hall", to: 1)
        try ada.settle("hall")
        #expect(ada.inbox.reports.count == count + 1)
    }
}

@Test(arguments: StoreKind.allCases)
func `requests about a room that is not open are refused`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob) = (contract.edge(), contract.edge())
        try bob.open("hall")
        bob.append([1], to: "hall")
        let requests: [LogRequest] = [
            .append("hall", [Draft(.startOver)], ticket: 1), .head("hall", ticket: 1),
            .close("hall", ticket: 1), .forget("hall", ticket: 1),
        ]
        for request in requests {
            ada.inbox.clear()
            let answer = try ada.answer(to: 1, request)
            #expect(answer == .refused("hall", ticket: 1, .notOpen), "\(request)")
        }
        ada.submit(.announce("hall", came: [7], gone: []))
        try ada.settle("hall")
        #expect(try bob.open("hall").present == [])
        #expect(try bob.follow("hall", to: 1).events.count == 1)
    }
}

@Test(arguments: StoreKind.allCases)
func `a room keeps its epoch until it is forgotten`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let ada = contract.edge()
        var epochs: [UInt64] = []
        for _ in 0..<5 {
            let epoch = try ada.open("hall").epoch
            ada.append([1], to: "hall")
            let written = try ada.follow("hall", to: 1).summary
            ada.submit(.close("hall"))
            #expect(try ada.open("hall").epoch == epoch)
            #expect(try ada.follow("hall", to: 1).summary == written)
            #expect(try contract.edge().open("hall").epoch == epoch)
            ada.submit(.forget("hall", ticket: 1))
            epochs.append(epoch)
        }
        #expect(Set(epochs).count == 5)
    }
}
