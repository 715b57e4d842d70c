import SharedRoom
import Testing

@Test(arguments: StoreKind.allCases)
func `the drafts of an append become consecutive events`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let edges = (0..<4).map { _ in contract.edge() }
        for edge in edges { try edge.open("hall") }
        try Threads.run(4) { number in
            for _ in 0..<200 { edges[number].append([1, 2, 3, 4, 5], to: "hall") }
        }
        let events = try edges[0].follow("hall", to: 4_000).events
        let groups = stride(from: 0, to: 4_000, by: 5).map { events[$0..<$0 + 5] }
        #expect(groups.allSatisfy { $0.map(\.action) == (1...5).map { .recall($0) } })
        #expect(groups.allSatisfy { Set($0.map { $0.signature?.author }).count == 1 })
    }
}

@Test(arguments: StoreKind.allCases)
func `an append without drafts has no effect`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let ada = contract.edge()
        ada.append([], to: "hall", ticket: 1)
        try ada.open("hall")
        ada.append([], to: "hall", ticket: 2)
        #expect(try ada.head(of: "hall") == 0)
        let answers = ada.inbox.reports.filter { [1, 2].contains($0.ticket) }
        #expect(answers == [.refused("hall", ticket: 1, .notOpen), .done("hall", ticket: 2)])
        #expect(ada.inbox.reports.count == 4)
    }
}

@Test(arguments: StoreKind.allCases)
func `the times of a room's events never decrease`(kind: StoreKind) throws {
    func asTime(_ reading: Int64) -> Int64 { min(max(0, reading), RoomLimits.numberMax) }
    try RoomStoreContract.hold(kind, eventsKeptMax: 4) { contract in
        let ada = contract.edge()
        for room in ["hall", "yard"] as [RoomName] { try ada.open(room) }
        let readings: [Int64] = [1_000, 900, 2_000, 1_500, -5, 0, 2_001, 2_001, .max, 3, .min]
        for (index, reading) in readings.enumerated() {
            contract.clock.now = reading
            ada.append([1, 2], to: "hall")
            try ada.follow("hall", to: Int64(index) * 2 + 2)
        }
        let times = try ada.follow("hall", to: 22).events.map(\.time)
        let highest = readings.indices.map { readings[...$0].max().map(asTime) }
        #expect(times == highest.flatMap { [$0, $0] }.compactMap(\.self))
        contract.clock.now = -5
        ada.append([1], to: "yard")
        try ada.follow("yard", to: 1)
        contract.clock.now = 70
        ada.append([2], to: "yard")
        #expect(try ada.follow("yard", to: 2).events.map(\.time) == [0, 70])
    }
}

@Test(arguments: StoreKind.allCases)
func `a store commits actions that will be void`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let ada = try contract.edge().withOpen("hall")
        let stranger = Signature(author: .max, pen: .max, number: RoomLimits.numberMax)
        let drafts = [
            Draft(.delete, signature: stranger), Draft(.close, signature: stranger),
            Draft(.close, signature: stranger),
            Draft(.recall(RoomLimits.numberMax), signature: stranger),
        ]
        ada.submit(.append("hall", drafts, ticket: 1))
        #expect(try ada.follow("hall", to: 4).events.map(\.draft) == drafts)
    }
}

@Test(arguments: StoreKind.allCases)
func `a store that cannot write refuses appends, serves reads, and resumes`(
    kind: StoreKind
) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob) = (contract.edge(), contract.edge())
        try ada.open("hall")
        ada.append([1], to: "hall")
        let before = try ada.follow("hall", to: 1).summary
        for round in Int64(1)...3 {
            contract.setWritable(false)
            for request in [
                LogRequest.append("hall", [Draft(.recall(8)), Draft(.recall(9))], ticket: round),
                .forget("hall", ticket: round),
            ] {
                #expect(
                    try ada.answer(to: round, request)
                        == .refused("hall", ticket: round, .unavailable))
            }
            #expect(try ada.head(of: "hall") == round)
            #expect(try ada.read("hall", from: 1, count: 1).map(\.action) == [.recall(1)])
            #expect(try bob.open("hall").events.count == Int(round))
            contract.setWritable(true)
            ada.append([round + 1], to: "hall")
            for edge in [ada, bob] {
                let events = try edge.follow("hall", to: round + 1).events
                #expect(events.map(\.action) == (1...round + 1).map { .recall($0) })
            }
        }
        #expect(try ada.follow("hall", to: 4).events.first?.time == before.time)
    }
}

@Test(arguments: StoreKind.allCases)
func `each of many rooms has its own sequence numbers`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob) = (contract.edge(), contract.edge())
        let rooms = (0..<500).map { RoomName("room-\($0)") }
        for room in rooms { ada.submit(.open(room)) }
        for room in rooms { bob.submit(.open(room)) }
        for line in Int64(1)...3 {
            for room in rooms { (line == 2 ? bob : ada).append([line], to: room) }
        }
        for room in rooms {
            for edge in [ada, bob] { edge.submit(.head(room, ticket: 1)) }
        }
        let expected = Dictionary(uniqueKeysWithValues: rooms.map { ($0, [1, 2, 3] as [Int64]) })
        for edge in [ada, bob] {
            let numbers = try edge.inbox.wait(for: "3 events in each room") { reports in
                reports.numbers == expected ? reports.numbers : nil
            }
            #expect(numbers == expected)
        }
    }
}

extension [LogReport] {
    /// The sequence numbers of the events in each room, in the order of the reports.
    fileprivate var numbers: [RoomName: [Int64]] {
        var numbers: [RoomName: [Int64]] = [:]
        for report in self {
            if case .events(let room, let events) = report {
                numbers[room, default: []] += events.map(\.sequence)
            }
        }
        return numbers
    }
}
