import CalculatorEngine
import SharedRoom

/// `calcroom-lab bench room`: the time of one event in rooms with short and long histories.
enum RoomBenchmark {
    static func run() -> Bool {
        let table = MeasuredTable(heading: "Events in a room")
        return table.print(
            sizes.map(press) + [press(people: 1_000, events: 10_000, keys: "1 2 + 3 =")]
                + [hash(people: 1_000), encoding(people: 30), decoding(people: 30)])
    }

    private static let sizes = [(30, 10), (30, 10_000), (1_000, 10_000)]
    private static let pressMax = 2.0

    private static func press(people: Int, events: Int) -> Measurement {
        press(people: people, events: events, keys: "7 back")
    }

    /// Presses the keys in turn, again and again. The amount is the average time of one press.
    private static func press(people: Int, events: Int, keys: String) -> Measurement {
        var room = Room.busy(people: people, events: events)
        let keys = keys.split(separator: " ").compactMap { Key(named: $0.utf8) }
        var next = 0
        let name =
            "press, \(people) people, \(events) events in the event log, \(keys.count) keys in turn"
        let steps = room.press(keys[next]).steps
        return Measurement(name: name, microsecondsMax: pressMax, steps: steps) {
            next = next + 1 == keys.count ? 0 : next + 1
            room.press(keys[next])
        }
    }

    private static func hash(people: Int) -> Measurement {
        let room = Room.busy(people: people, events: 1_000)
        var sum: UInt64 = 0
        return Measurement(name: "hash, \(people) people", microsecondsMax: 1) {
            sum &+= room.hash
        }
    }

    private static func encoding(people: Int) -> Measurement {
        let room = Room.busy(people: people, events: 1_000)
        let name = "snapshot, \(people) people, \(room.snapshot.count) bytes"
        return Measurement(name: name, microsecondsMax: 100) { _ = room.snapshot }
    }

    private static func decoding(people: Int) -> Measurement {
        let snapshot = Room.busy(people: people, events: 1_000).snapshot
        let name = "reading the snapshot, \(people) people"
        return Measurement(name: name, microsecondsMax: 200) {
            _ = try? Room(decoding: snapshot)
        }
    }
}

extension Room {
    /// A room with this many people and key presses.
    fileprivate static func busy(people: Int, events: Int) -> Room {
        var room = Room()
        room.apply(Draft(.make(RoomSetup(keypad: .standard, salt: Fingerprint(high: 0, low: 0)))))
        for number in 0..<people {
            let identity = Fingerprint(high: 0, low: UInt64(number))
            let name = PersonName(Array("Pupil \(number)".utf8)) ?? .none
            room.apply(Draft(.enter(Entrance(identity: identity, pen: 1, name: name))))
        }
        let keys = "1 2 . 5 * 3 - 4 = back".split(separator: " ").compactMap {
            Key(named: $0.utf8)
        }
        for number in 0..<events {
            room.press(keys[number % keys.count], by: UInt32(number % people) + 1)
        }
        return room
    }

    @discardableResult
    private mutating func apply(_ draft: Draft) -> Outcome {
        apply(Event(sequence: sequence + 1, time: time + 1, draft: draft))
    }

    @discardableResult
    fileprivate mutating func press(_ key: Key, by author: UInt32 = 1) -> Outcome {
        let count = (people[author]?.pens.first?.last ?? 0) + 1
        let signature = Signature(author: author, pen: 0, number: count)
        return apply(Draft(.press(key), signature: signature))
    }
}
