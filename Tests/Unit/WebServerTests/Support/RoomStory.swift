import CalculatorEngine
import Dispatch
import Foundation
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

/// A room in its own store. A test appends its events one by one.
final class RoomStory {
    enum Kind: CaseIterable {
        case memory
        case file
    }

    let name: RoomName
    let store: any RoomStore
    /// The file of the store; nil for another store.
    let file: StoredFile?
    private let edge: UInt32
    private let answers: DispatchSemaphore
    private var counts: [UInt32: Int64] = [:]

    /// - Parameters:
    ///   - eventsKeptMax: A small number makes the store compact the room, so that its events are in the journal,
    ///     the history and the snapshot.
    ///   - people: The names of the first participants.
    convenience init(
        _ kind: Kind = .memory, keypad: Keypad = .standard, eventsKeptMax: Int = 30_000,
        name: String = "story", people: [String] = ["Ada"]
    ) throws {
        switch kind {
        case .file:
            let file = try StoredFile(eventsKeptMax: eventsKeptMax)
            try self.init(in: file.store, file, keypad: keypad, name: name, people: people)
        case .memory:
            let epochs = Guarded<UInt64>(0x9F2C_0188_7766_5543)
            let random: @Sendable () -> UInt64 = {
                epochs.withLock {
                    $0 += 1
                    return $0
                }
            }
            let store = MemoryStore(
                clock: { Self.now }, random: random, eventsKeptMax: eventsKeptMax,
                compact: Room.compact)
            try self.init(in: store, keypad: keypad, name: name, people: people)
        }
    }

    init(
        in store: any RoomStore, _ file: StoredFile? = nil, keypad: Keypad = .standard,
        name: String = "story", people: [String]
    ) throws {
        self.name = try #require(RoomAddress.name(name))
        (self.store, self.file) = (store, file)
        let answers = DispatchSemaphore(value: 0)
        self.answers = answers
        edge = store.attach { report in
            switch report {
            case .opened, .events, .refused: answers.signal()
            default: break
            }
        }
        store.submit(.open(self.name, ticket: 0), from: edge)
        _ = answers.wait(timeout: .now() + 20)
        append(.make(RoomSetup(keypad: keypad, salt: Fingerprint(high: 1, low: 2))))
        for person in people { try enter(person) }
    }

    static let now: Int64 = 1_790_000_000_999

    /// Adds the next participant.
    func enter(_ text: String) throws {
        let name = try #require(PersonName(Array(text.utf8)))
        let person = UInt64(counts.count + 1)
        counts[UInt32(person)] = 0
        append(
            .enter(
                Entrance(
                    identity: Fingerprint(high: 0, low: person), pen: person,
                    name: name)))
    }

    func act(_ action: Action, by author: UInt32 = 1) {
        counts[author, default: 0] += 1
        let signature = Signature(author: author, pen: 0, number: counts[author] ?? 0)
        submit([Draft(action, signature: signature)])
    }

    /// `press("5 + 7 =")`
    func press(_ keys: String, by author: UInt32 = 1) throws {
        for name in keys.split(separator: " ") {
            act(.press(try #require(Key(named: name.utf8))), by: author)
        }
    }

    /// Presses the keys `times` times, in a few appends.
    func press(_ keys: String, times: Int, by author: UInt32 = 1) throws {
        let once = try keys.split(separator: " ").map { try #require(Key(named: $0.utf8)) }
        let drafts = (0..<times).flatMap { _ in once }.map { key in
            counts[author, default: 0] += 1
            let signature = Signature(author: author, pen: 0, number: counts[author] ?? 0)
            return Draft(.press(key), signature: signature)
        }
        for start in stride(from: 0, to: drafts.count, by: 1_000) {
            submit(Array(drafts[start..<min(drafts.count, start + 1_000)]))
        }
    }

    /// Closes the room and waits until the store has compacted it.
    func leave() {
        store.submit(.close(name, ticket: 0), from: edge)
        file?.settle()
    }

    private func append(_ action: Action) {
        submit([Draft(action)])
    }

    private func submit(_ drafts: [Draft]) {
        store.submit(.append(name, drafts, ticket: 0), from: edge)
        _ = answers.wait(timeout: .now() + 20)
        file?.settle()
    }

    /// The room as the store returns it to an edge now.
    var opened: OpenedRoom {
        get throws {
            let found = Guarded<OpenedRoom?>(nil)
            let isAnswered = DispatchSemaphore(value: 0)
            let other = store.attach { report in
                guard case .opened(_, _, let opened) = report else { return }
                found.withLock { $0 = opened }
                isAnswered.signal()
            }
            store.submit(.open(name, ticket: 0), from: other)
            _ = isAnswered.wait(timeout: .now() + 20)
            store.detach(other)
            return try #require(found.withLock { $0 })
        }
    }

    /// Reads the room without an edge.
    func read() throws -> StoredRoomState {
        let opened = try #require(try store.makeReader().room(name))
        return try #require(StoredRoomState(name, opened))
    }

    /// The bytes of a document.
    func document(_ document: StoredDocument, _ query: String = "") throws -> [UInt8] {
        let query = try #require(DocumentQuery(query))
        let write = try document.writer(of: read(), store.makeReader(), query)
        var (bytes, steps) = ([UInt8](), 0)
        while try write(&bytes, &steps) {}
        return bytes
    }

    /// The lines of the event log document.
    func log(_ query: String = "") throws -> [String] { try document(.log, query).lines }

    /// The lines of the tape document.
    func tape(_ query: String = "count=10000") throws -> [TapeEntry] {
        try document(.tape, query).lines.map { try TapeEntry.decode(line: Array($0.utf8)) }
    }

    var room: Room { get throws { try read().room } }
}

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
}
