import SharedRoom
import Testing

@Test(arguments: StoreKind.allCases)
func `the other edges with the room open receive changes of presence`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob, eve) = (contract.edge(), contract.edge(), contract.edge())
        for edge in [ada, bob] { try edge.open("hall") }
        try eve.open("yard")
        ada.submit(.announce("hall", came: [3, 1, 2], gone: []))
        ada.submit(.announce("hall", came: [4], gone: [2]))
        try bob.expectPresence([
            .presence("hall", edge: ada.edge, came: [1, 2, 3], gone: []),
            .presence("hall", edge: ada.edge, came: [4], gone: [2]),
        ])
        for edge in [ada, eve] {
            try edge.settle("hall")
            #expect(edge.presence == [])
        }
    }
}

@Test(arguments: StoreKind.allCases)
func `announcements without a change are not reported`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob) = try (contract.edge().withOpen("hall"), contract.edge().withOpen("hall"))
        ada.submit(.announce("hall", came: [1, 1], gone: [9]))
        ada.submit(.announce("hall", came: [1], gone: [2]))
        ada.submit(.announce("hall", came: [], gone: []))
        ada.submit(.announce("hall", came: [5], gone: [5]))
        ada.submit(.announce("hall", came: [2], gone: [1]))
        try bob.expectPresence([
            .presence("hall", edge: ada.edge, came: [1], gone: []),
            .presence("hall", edge: ada.edge, came: [2], gone: [1]),
        ])
    }
}

@Test(arguments: StoreKind.allCases)
func `an opened room lists the participants at other edges`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob, eve) = (contract.edge(), contract.edge(), contract.edge())
        for edge in [ada, bob] { try edge.open("hall") }
        bob.submit(.announce("hall", came: [2], gone: []))
        ada.submit(.announce("hall", came: [3, 2], gone: []))
        for edge in [ada, bob] { try edge.settle("hall") }
        let atAda = [2, 3].map { OpenedRoom.Presence(edge: ada.edge, participant: $0) }
        let atBob = [OpenedRoom.Presence(edge: bob.edge, participant: 2)]
        #expect(try eve.open("hall").present == atAda + atBob)
        #expect(try ada.open("hall").present == atBob)
    }
}

@Test(arguments: StoreKind.allCases)
func `participants are gone when the edge closes the room or detaches`(kind: StoreKind) throws {
    try RoomStoreContract.hold(kind) { contract in
        let (ada, bob, eve) = (contract.edge(), contract.edge(), contract.edge())
        for edge in [ada, bob, eve] { try edge.open("hall") }
        ada.submit(.announce("hall", came: [1], gone: []))
        ada.submit(.close("hall"))
        try ada.settle("hall")
        bob.submit(.announce("hall", came: [1, 2], gone: []))
        try bob.settle("hall")
        bob.detach()
        try eve.expectPresence([
            .presence("hall", edge: ada.edge, came: [1], gone: []),
            .presence("hall", edge: ada.edge, came: [], gone: [1]),
            .presence("hall", edge: bob.edge, came: [1, 2], gone: []),
            .presence("hall", edge: bob.edge, came: [], gone: [1, 2]),
        ])
        #expect(try ada.open("hall").present == [])
        #expect(try eve.open("hall").present == [])
    }
}

extension StoreProbe {
    fileprivate var presence: [LogReport] {
        inbox.reports.filter { if case .presence = $0 { true } else { false } }
    }

    /// Waits for the expected number of reports, then for any further ones.
    fileprivate func expectPresence(_ expected: [LogReport]) throws {
        _ = try inbox.wait(for: "\(expected.count) reports of presence") { _ in
            presence.count >= expected.count ? true : nil
        }
        try settle("hall")
        #expect(presence == expected)
    }
}
