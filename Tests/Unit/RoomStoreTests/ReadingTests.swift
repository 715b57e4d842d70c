import SharedRoom
import Testing

@Test(arguments: StoreKind.allCases)
func `the head includes every reported event`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob) = try (contract.edge().withOpen("hall"), contract.edge().withOpen("hall"))
        for sequence in Int64(1)...100 {
            ada.append([sequence], to: "hall")
            try ada.follow("hall", to: sequence)
            #expect(try bob.head(of: "hall") == sequence)
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
func `a read returns the existing events of a range`(
    kind: StoreKind, range: (from: Int64, count: Int, expected: ClosedRange<Int64>?)
) throws {
    try RoomStoreContract.hold(kind) { contract in
        let ada = try contract.edge().withOpen("hall")
        ada.append(Array(1...10), to: "hall")
        let events = try ada.read("hall", from: range.from, count: range.count)
        #expect(events.map(\.sequence) == range.expected.map(Array.init) ?? [])
        #expect(events.map(\.action) == events.map { .recall($0.sequence) })
    }
}

@Test(arguments: StoreKind.allCases, [1, 2, 3, 10, 64])
func `with any number of kept events, a room is complete and its log has no gap`(
    kind: StoreKind, eventsKeptMax: Int
) throws {
    try RoomStoreContract.hold(kind, eventsKeptMax: eventsKeptMax) { contract in
        let ada = try contract.edge().withOpen("hall")
        var head: Int64 = 0
        for size in [1, 1, 1, 30, 2, 100, 7, 1, 64, 65] as [Int64] {
            ada.append(Array(1...size), to: "hall")
            head += size
            let expected = try ada.follow("hall", to: head).summary
            let bob = try contract.edge().withOpen("hall")
            #expect(try bob.follow("hall", to: head).summary == expected)
            let kept = try bob.read("hall", from: 1, count: .max).map(\.sequence)
            #expect(kept == Array((head - Int64(kept.count) + 1)..<(head + 1)))
            bob.detach()
        }
    }
}

@Test(arguments: StoreKind.allCases)
func `a part of the log begins at a snapshot`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind, eventsKeptMax: 12) { contract in
        let ada = try contract.edge().withOpen("hall")
        for line in Int64(1)...40 {
            ada.append([line], to: "hall")
            let whole = try ada.follow("hall", to: line).events
            for from in max(1, line - 15)...line {
                let part = try ada.part(of: "hall", from: from, count: 3)
                var summary = RoomSummary(form: part.snapshot)
                for event in part.events { summary.apply(event) }
                #expect(summary.faultCount == 0)
                #expect(
                    part.events
                        == whole.filter { event in
                            part.events.first.map { $0.sequence <= event.sequence } ?? false
                                && event.sequence <= summary.sequence
                        })
                #expect(summary.sequence >= min(from + 2, line))
            }
        }
    }
}

@Test(arguments: StoreKind.allCases)
func `dropped tape lines can be read until the tape is cleared`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind, eventsKeptMax: 40) { contract in
        let ada = try contract.edge().withOpen("hall")
        func lines(before: Int64, _ count: Int) throws -> [Int64] {
            try ada.tape("hall", before: before, count: count).map(\.sequence)
        }
        for line in Int64(1)...50 {
            ada.append([line], to: "hall")
            try ada.follow("hall", to: line)
        }
        // Lines whose events were deleted are deleted, too.
        let all = try lines(before: .max, .max)
        let (first, last) = (try #require(all.first), try #require(all.last))
        #expect(all.count >= 10 && all == Array(first...last))
        #expect(try lines(before: last, 3) == [last - 3, last - 2, last - 1])
        #expect(try lines(before: first + 2, 9) == [first, first + 1])
        #expect(try lines(before: first, 9) == [])
        #expect(try lines(before: .max, 0) == [] && lines(before: .max, -1) == [])
        let signature = Signature(author: 1, pen: 0, number: 1)
        ada.submit(.append("hall", [Draft(.clearTape, signature: signature)], ticket: 1))
        for line in Int64(52)...120 {
            ada.append([line], to: "hall")
            try ada.follow("hall", to: line)
        }
        #expect(try lines(before: .max, .max).allSatisfy { $0 >= 51 })
    }
}
