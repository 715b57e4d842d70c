import SharedRoom
import Testing

@Test(arguments: StoreKind.allCases)
func `S30 the head counts every event that anybody was told of`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob) = (contract.edge(), contract.edge())
        for edge in [ada, bob] { try edge.open("hall") }
        for sequence in Int64(1)...100 {
            ada.append([sequence], to: "hall")
            try ada.follow("hall", to: sequence)
            let head = try bob.head(of: "hall")
            #expect(head == .head("hall", ticket: 0, sequence: sequence))
        }
    }
}

@Test(
    arguments: StoreKind.allCases,
    [
        (1, 5, 1...5), (0, 3, 1...3), (.min, 2, 1...2), (4, 1, 4...4), (8, 99, 8...10),
        (10, .max, 10...10), (1, .max, 1...10), (.min, .max, 1...10), (11, 5, nil),
        (.max, .max, nil), (3, 0, nil), (3, -1, nil), (1, .min, nil),
    ] as [(Int64, Int, ClosedRange<Int64>?)]
)
func `S31 a read gives what there is from a number on, and at most so much`(
    kind: StoreKind, range: (from: Int64, count: Int, expected: ClosedRange<Int64>?)
) throws {
    try RoomStoreContract.hold(kind) { contract in
        let ada = contract.edge()
        try ada.open("hall")
        ada.append(Array(1...10), to: "hall")
        let events = try ada.read("hall", from: range.from, count: range.count)
        #expect(events.map(\.sequence) == range.expected.map(Array.init) ?? [])
        #expect(events.map(\.action) == events.map { .recall($0.sequence) })
    }
}

@Test(arguments: StoreKind.allCases)
func `S31 reading page by page gives each event once`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let ada = contract.edge()
        try ada.open("hall")
        ada.append(Array(1...100), to: "hall")
        var read: [Event] = []
        while true {
            let page = try ada.read("hall", from: (read.last?.sequence ?? 0) + 1, count: 7)
            if page.isEmpty { break }
            read += page
        }
        #expect(try read == ada.follow("hall", to: 100).events)
    }
}

@Test(arguments: StoreKind.allCases, [1, 2, 3, 10, 64])
func `S32 whatever is folded, an opening covers everything and a read has no gap`(
    kind: StoreKind, eventsKeptMax: Int
) throws {
    try RoomStoreContract.hold(kind, eventsKeptMax: eventsKeptMax) { contract in
        let ada = contract.edge()
        try ada.open("hall")
        var head: Int64 = 0
        for size in [1, 1, 1, 30, 2, 100, 7, 1, 64, 65] as [Int64] {
            ada.append(Array(1...size), to: "hall")
            head += size
            let expected = try ada.follow("hall", to: head).summary
            let bob = contract.edge()
            try bob.open("hall")
            #expect(try bob.follow("hall", to: head).summary == expected)
            let kept = try bob.read("hall", from: 1, count: .max).map(\.sequence)
            #expect(kept == Array((head - Int64(kept.count) + 1)..<(head + 1)))
            bob.detach()
        }
    }
}
