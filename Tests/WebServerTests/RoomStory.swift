import CalculatorEngine
import SharedRoom
import Testing

@testable import RoomStore
@testable import WebServer

/// A room that a test writes event by event, into a store of its own.
final class RoomStory {
    let store: MemoryStore
    let name: RoomName
    private let edge: UInt32
    private var counts: [UInt32: Int64] = [:]

    init(keypad: Keypad = .standard, eventsKeptMax: Int = 10_000) throws {
        name = try #require(RoomAddress.name("story"))
        let epochs = Guarded<UInt64>(0x9F2C_0188_7766_5543)
        store = MemoryStore(
            clock: { 1_790_000_000_999 },
            random: {
                epochs.withLock {
                    $0 += 1
                    return $0
                }
            }, eventsKeptMax: eventsKeptMax, fold: Room.fold)
        edge = store.attach { _ in }
        store.submit(.open(name), from: edge)
        append(.make(Making(keypad: keypad, salt: Fingerprint(high: 1, low: 2))))
    }

    /// Comes in as the next participant.
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
        let signature = Signature(author: author, pen: 0, count: counts[author] ?? 0)
        store.submit(
            .append(name, [Draft(action, signature: signature)], ticket: 0), from: edge)
    }

    /// `press("5 + 7 =")`
    func press(_ keys: String, by author: UInt32 = 1) throws {
        for name in keys.split(separator: " ") {
            act(.press(try #require(Key(named: name.utf8))), by: author)
        }
    }

    private func append(_ action: Action) {
        store.submit(.append(name, [Draft(action)], ticket: 0), from: edge)
    }

    /// What the log holds now.
    var kept: KeptRoom {
        get throws {
            let log = try #require(store.image.logs[name])
            let opened = OpenedRoom(
                epoch: log.epoch, snapshot: log.snapshot, events: log.events)
            return try #require(KeptRoom(opened))
        }
    }

    var room: Room { get throws { try kept.room } }
}

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
}
