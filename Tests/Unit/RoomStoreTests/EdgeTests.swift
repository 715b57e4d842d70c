import SharedRoom
import Testing

@Test(arguments: StoreKind.allCases)
func `the number of an edge is never used again`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        var numbers: [UInt32] = []
        for _ in 0..<100 {
            let edges = [contract.edge(), contract.edge()]
            numbers += edges.map(\.edge)
            for edge in edges { edge.detach() }
        }
        #expect(Set(numbers).count == 200)
    }
}

@Test(arguments: StoreKind.allCases)
func `requests of an edge about a room are executed and answered in order`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let edge = contract.edge()
        for round in Int64(0)..<50 {
            edge.submit(.open("hall"))
            edge.append([1, 2], to: "hall")
            edge.submit(.head("hall", ticket: 3 * round))
            edge.append([3], to: "hall")
            edge.submit(.head("hall", ticket: 3 * round + 1))
            edge.submit(.close("hall"))
            edge.append([4], to: "hall", ticket: 3 * round + 2)
        }
        try edge.settle("hall")
        let reports = edge.inbox.reports.dropLast()
        let answers = reports.filter { if case .events = $0 { false } else { true } }
        #expect(answers.map(\.outline) == outlines(ofRounds: 50))
        let heads = reports.compactMap { report in
            if case .opened(_, _, let room) = report { room.head } else { nil }
        }
        #expect(heads == (0..<50).map { Int64(3 * $0) })
        // Events may overtake the answer to an earlier `head`, but the `done` of their append never precedes them.
        var last: Int64 = 0
        var ends: [Int64] = []
        for report in reports {
            if case .events(_, let events) = report { last = events.last?.sequence ?? last }
            if case .done = report { ends.append(last) }
        }
        for (index, end) in ends.enumerated() {
            let appendedInRound = [2, 3, 3][index % 3]
            #expect(end >= index / 3 * 3 + appendedInRound)
        }
    }
}

private func outlines(ofRounds count: Int64) -> [String] {
    (0..<count).flatMap { round in
        let first = 3 * round + 1
        return [
            "0 opened", "0 done", "\(3 * round) head \(first + 1)", "0 done",
            "\(3 * round + 1) head \(first + 2)", "0 done", "\(3 * round + 2) notOpen",
        ]
    }
}

@Test(arguments: StoreKind.allCases)
func `a detached edge receives nothing, and its requests are ignored`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob) = try (contract.edge().withOpen("hall"), contract.edge().withOpen("hall"))
        ada.detach()
        ada.append([1], to: "hall")
        ada.submit(.open("hall"))
        ada.submit(.forget("hall", ticket: 1))
        ada.detach()
        bob.append([2], to: "hall")
        let room = try bob.follow("hall", to: 1)
        #expect(room.events.map(\.action) == [.recall(2)])
        #expect(try bob.open("hall").events.count == 1)
    }
}

@Test(arguments: StoreKind.allCases)
func `edges that detach during appends do not affect others`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let staying = try contract.edge().withOpen("hall")
        try Threads.run(4) { _ in
            for _ in 0..<50 {
                let edge = try contract.edge().withOpen("hall")
                for line in 1...10 { edge.append([Int64(line), 12], to: "hall") }
                try edge.settle("hall")
                edge.submit(.announce("hall", came: [1], gone: []))
                edge.append([11], to: "hall")
                edge.detach()
            }
        }
        try staying.follow("hall", to: 4 * 50 * 20)
        #expect(try staying.open("hall").present == [])
    }
}
