import SharedRoom
import Testing

@Test(arguments: StoreKind.allCases)
func `all edges with the room open receive forgotten once`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob, eve) = (contract.edge(), contract.edge(), contract.edge())
        for edge in [ada, bob, eve] { try edge.open("hall") }
        ada.append([1], to: "hall")
        ada.submit(.announce("hall", came: [7], gone: []))
        eve.submit(.forget("hall", ticket: 1))
        for edge in [ada, bob, eve] {
            try edge.wait(for: .forgotten("hall"))
            #expect(try edge.head(of: "hall") == nil)
            #expect(edge.inbox.reports.count { $0 == .forgotten("hall") } == 1)
        }
    }
}

@Test(arguments: StoreKind.allCases)
func `a second forget does not delete a new room of the same name`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob, eve) = (contract.edge(), contract.edge(), contract.edge())
        for edge in [ada, bob] { try edge.open("hall") }
        ada.append([1], to: "hall")
        try bob.follow("hall", to: 1)
        ada.submit(.forget("hall", ticket: 1))
        try bob.wait(for: .forgotten("hall"))
        try eve.open("hall")
        eve.append([2], to: "hall")
        try eve.follow("hall", to: 1)
        for (ticket, name) in [(2, "hall"), (3, "nothing of that name")] as [(Int64, RoomName)] {
            #expect(
                try bob.answer(to: ticket, .forget(name, ticket: ticket))
                    == .refused(name, ticket: ticket, .notOpen))
        }
        #expect(try eve.read("hall", from: 1, count: 9).map(\.action) == [.recall(2)])
        #expect(!eve.inbox.reports.contains(.forgotten("hall")))
    }
}

@Test(arguments: StoreKind.allCases)
func `a forgotten room begins again with event 1 and a new epoch`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind, eventsKeptMax: 10) { contract in
        let ada = contract.edge()
        let epoch = try ada.open("hall").epoch
        ada.append(Array(1...25), to: "hall")
        ada.submit(.announce("hall", came: [7], gone: []))
        ada.submit(.forget("hall", ticket: 1))
        try ada.settle("hall")
        #expect(ada.inbox.reports.count { $0 == .forgotten("hall") } == 1)
        let opened = try contract.edge().open("hall")
        #expect(opened == OpenedRoom(epoch: opened.epoch, secret: opened.secret))
        #expect(opened.epoch != epoch)
        try ada.open("hall")
        ada.append([26], to: "hall")
        #expect(try ada.follow("hall", to: 1).sequences == [1])
        #expect(try ada.read("hall", from: 1, count: .max).count == 1)
    }
}

@Test(arguments: StoreKind.allCases)
func `forgetting during appends causes no gaps`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        try Threads.run(4) { number in
            let edge = contract.edge()
            for round in Int64(1)...100 {
                try edge.open("hall")
                edge.append([round, round], to: "hall")
                edge.append([round], to: "hall")
                if number == 0 { edge.submit(.forget("hall", ticket: round)) }
            }
            try edge.settle("hall")
        }
    }
}
