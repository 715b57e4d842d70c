import CalculatorEngine
import Dispatch
import RoomStore
import SharedRoom

/// Rooms in which keys go down as fast as a store takes them: as many at a time as a school presses.
struct StoreLoad {
    private let store: SQLiteStore
    private let edge: UInt32
    private let names: [RoomName]
    private let title: String
    /// Keys that may be on their way.
    private let free: DispatchSemaphore
    private let inFlight: Int

    init(_ path: String, _ durability: Durability, rooms: Int) throws(CommandError) {
        var options = RoomPlace.options(path)
        options.durability = durability
        do throws(RoomFileError) { store = try SQLiteStore(options) } catch {
            throw .failed(error.message)
        }
        names = (0..<rooms).compactMap { RoomName(normal: "room-\($0)".utf8) }
        inFlight = max(300, rooms)
        title = "an event, \(durability.name), \(rooms) rooms, \(inFlight) at a time"
        let free = DispatchSemaphore(value: 0)
        self.free = free
        edge = store.attach { report in
            if case .events(_, let events) = report { for _ in events { free.signal() } }
        }
    }

    func measured() -> Measurement {
        begin()
        for _ in 0..<inFlight { free.signal() }
        let clock = ContinuousClock()
        let start = clock.now
        var count = 0
        while clock.now < start + Self.duration {
            for _ in 0..<100 { press(count + 1); count += 1 }
        }
        for _ in 0..<inFlight { free.wait() }
        let time = start.duration(to: clock.now)
        store.close()
        return Measurement(
            name: title, amount: time / .microseconds(count), amountMax: Self.microsecondsMax,
            steps: nil)
    }

    private func begin() {
        let entrance = Entrance(identity: Fingerprint(high: 0, low: 1), pen: 1, name: .none)
        let making = Making(keypad: .standard, salt: Fingerprint(high: 0, low: 0))
        for name in names {
            store.submit(.open(name), from: edge)
            store.submit(
                .append(name, [Draft(.make(making)), Draft(.enter(entrance))], ticket: 0),
                from: edge)
            for _ in 0..<2 { free.wait() }
        }
    }

    private func press(_ number: Int) {
        free.wait()
        let (count, place) = number.quotientAndRemainder(dividingBy: names.count)
        let key = Self.keys[count % Self.keys.count]
        let signature = Signature(author: 1, pen: 0, count: Int64(count + 1))
        store.submit(
            .append(names[place], [Draft(.press(key), signature: signature)], ticket: 0),
            from: edge)
    }

    private static let keys = "1 2 . 5 * 3 - 4 = back".split(separator: " ").compactMap {
        KeyNames.keys[String($0)]
    }
    private static let duration = Duration.seconds(2)
    private static let microsecondsMax = 50.0
}
