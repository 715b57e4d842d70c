import CalculatorEngine
import Foundation
import RoomStore
import SQLiteStore
import RunningPrograms
import SeededNumbers
import SharedRoom
import Testing

/// Searches all bytes of the files for forgotten rooms.
@Suite struct ErasureTests {
    private static let roomCount = Effort.count(300, full: 3_000)

    @Test(arguments: [true, false])
    func `nothing of a forgotten room is left in the files`(goesOn: Bool) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path(of: "rooms.db")
        var random = SplitMix(seed: 5)
        let forgotten = Set((0..<Self.roomCount).filter { _ in random.next(below: 3) == 0 })
        var options = RecordedStore.options(path)
        options.limits.roomJournalEventsMax = 8
        options.limits.history.eventsPerMilestone = 12
        try visit(path, options) { store, probe in
            for round in 0..<3 { try live(round, probe, &random) }
            let isThere = Trace.numbers(in: StoreFiles(at: path)).isSuperset(of: forgotten)
            #expect(isThere)
            for number in forgotten {
                try probe.open(Self.name(number))
                probe.submit(.forget(Self.name(number), ticket: 1))
            }
            try probe.settle("the end")
            #expect(store.roomCount == 0)
            // The other rooms continue, in the space of the forgotten ones.
            if goesOn { try live(3, probe, &random, except: forgotten) }
        }
        let left = Trace.numbers(in: StoreFiles(at: path))
        let countLeft = left.intersection(forgotten).count
        #expect(countLeft == 0)
        #expect(left.count == Self.roomCount - forgotten.count)
    }

    private func visit(
        _ path: String, _ options: SQLiteOptions, _ body: (SQLiteStore, StoreProbe) throws -> Void
    ) throws {
        let store = try SQLiteStore(options)
        defer { store.close() }
        try body(store, StoreProbe(of: store))
    }

    /// Appends to all rooms in random order, so that pages contain rows of several rooms.
    private func live(
        _ round: Int, _ probe: StoreProbe, _ random: inout SplitMix, except gone: Set<Int> = []
    ) throws {
        for number in (0..<Self.roomCount).shuffled(using: &random) where !gone.contains(number) {
            let name = Self.name(number)
            probe.submit(.open(name))
            probe.submit(.append(name, drafts(number, round, &random), ticket: 2))
            probe.submit(.close(name))
        }
        try probe.settle("the end")
        probe.inbox.clear()
    }

    private func drafts(_ number: Int, _ round: Int, _ random: inout SplitMix) -> [Draft] {
        guard round > 0 else {
            let salt = Fingerprint(high: random.next(), low: random.next())
            let entrance = Entrance(
                identity: Fingerprint(high: 0, low: 1), pen: 1, name: person(number))
            return [
                Draft(.make(RoomSetup(keypad: .standard, salt: salt))), Draft(.enter(entrance)),
            ]
        }
        return (0..<1 + random.next(below: 20)).map { place in
            let count = Int64(round * 100 + place)
            let action = place == 0 ? Action.name(person(number)) : .startOver
            return Draft(action, signature: Signature(author: 1, pen: 0, number: count))
        }
    }

    private func person(_ number: Int) -> PersonName {
        PersonName(Array("P\(Trace.marker(number))".utf8)) ?? .none
    }

    private static func name(_ number: Int) -> RoomName { "r-\(Trace.marker(number))" }
}

/// Marks that identify their room.
private enum Trace {
    private static let prefix = Array("xqz".utf8)
    private static let digits = 6

    static func marker(_ number: Int) -> String { "xqz\(100_000 + number)" }

    static func numbers(in files: StoreFiles) -> Set<Int> {
        var found: Set<Int> = []
        for bytes in StoreFiles.Part.allCases.compactMap({ files[$0] }) {
            for place in bytes.indices.dropLast(prefix.count + digits)
            where bytes[place] == prefix[0] && bytes[place + 1] == prefix[1]
                && bytes[place + 2] == prefix[2]
            {
                let start = place + prefix.count
                let text = String(decoding: bytes[start..<start + digits], as: UTF8.self)
                if let number = Int(text) { found.insert(number - 100_000) }
            }
        }
        return found
    }
}
