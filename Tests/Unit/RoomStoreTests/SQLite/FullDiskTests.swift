import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import SQLiteStore

@Test func `on a full disk appends are refused, everything else works, and appends resume`() throws
{
    let file = StoreFile()
    let last = try file.store { store in
        let (ada, bob) = (StoreProbe(of: store), StoreProbe(of: store))
        try ada.open("hall")
        for round in 1...3 {
            try ada.write(10, to: "hall")
            store.setPagesMax(1)
            for _ in 0..<5 { try ada.fillUp("hall") }
            let received = try ada.follow("hall", to: 10).sequences
            #expect(received == Array(1...Int64(received.count)))
            #expect(try bob.open("hall").epoch == ada.open("hall").epoch)
            #expect(try bob.follow("hall", to: 1).summary == ada.follow("hall", to: 1).summary)
            #expect(try bob.read("hall", from: 1, count: .max).count == received.count)
            store.setPagesMax(1_000_000)
            try bob.write(5, to: "hall")
            #expect(file.notices.withLock { $0.count } == round * 2)
        }
        return try ada.follow("hall", to: 1).summary
    }
    let (full, again) = (
        StoreNotice.cannotWrite("database or disk is full"), StoreNotice.canWriteAgain
    )
    #expect(file.notices.withLock { $0 } == [full, again, full, again, full, again])
    let kept = try file.store { try $0.kept("hall") }
    #expect(kept.summary == last && kept.summary.faultCount == 0)
}

@Test func `a store on a full disk reports that it can write when there is space again`() throws {
    let file = StoreFile()
    try file.store { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        store.setPagesMax(1)
        try probe.fillUp("hall")
        for _ in 1...3 { store.tickNow() }
        #expect(file.notices.withLock { $0 } == [.cannotWrite("database or disk is full")])
        #expect(store.commits.failingSince != nil)
        store.setPagesMax(1_000_000)
        var hasNoticed: Bool {
            store.commits.failingSince == nil
                && file.notices.withLock { $0 }.last == .canWriteAgain
        }
        // Nobody types.
        let end = ContinuousClock.now + .seconds(60)
        while !hasNoticed, ContinuousClock.now < end { usleep(10_000) }
        #expect(hasNoticed)
    }
}

@Test(arguments: ["", "-wal"])
func `appends are refused while the file is moved away`(ending: String) throws {
    let file = StoreFile()
    try file.store { store in
        let probe = try StoreProbe(of: store).withOpen("hall")
        try probe.write(3, to: "hall")
        let (place, elsewhere) = (file.path + ending, file.path + "-elsewhere")
        let reader = store.makeReader()
        _ = try reader.room("hall")
        try FileManager.default.moveItem(atPath: place, toPath: elsewhere)
        let append = LogRequest.append("hall", [Draft(.recall(4))], ticket: 1)
        #expect(try probe.answer(to: 1, append) == .refused("hall", ticket: 1, .unavailable))
        #expect(try reader.room("hall")?.events.count == 3)
        let moved = StoreError.notReachable(path: file.path, why: "the file was moved or deleted")
        #expect(throws: moved) { try store.makeReader().room("hall") }
        try FileManager.default.moveItem(atPath: elsewhere, toPath: place)
        try probe.write(1, to: "hall")
    }
    #expect(
        file.notices.withLock { $0 }
            == [.cannotWrite("the file was moved or deleted"), .canWriteAgain])
    let kept = try file.store { try $0.kept("hall") }
    #expect(kept.summary.sequence == 4)
}

extension StoreProbe {
    /// Appends until an append is refused.
    fileprivate func fillUp(_ room: RoomName) throws {
        let before = inbox.reports.count
        for _ in 0..<1_000 {
            append(Array(1...20), to: room)
            try settle(room)
            let isRefused = inbox.reports.dropFirst(before).contains { report in
                if case .refused(_, _, .unavailable) = report { true } else { false }
            }
            if isRefused { return }
        }
        throw Unexpected(report: .head(room, ticket: 0, sequence: -1))
    }
}
