import CSQLite
import CalculatorEngine
import CommandLineKit
import Dispatch
import Foundation
import RoomStore
import SQLiteStore
import SharedRoom

/// `calcroom-lab bench store`: the time to make an event durable under load. For comparison, the time that
/// SQLite takes to commit a single row.
enum StoreBenchmark {
    static func run(_ file: String?) throws(CommandError) -> Bool {
        let path = file ?? temporaryPath
        guard access(path, F_OK) != 0 else {
            throw .failed("\(path) exists already; the measurement needs a new file.")
        }
        defer { remove(path) }
        let plain = try plainCommit(path)
        var rows: [Measurement] = []
        for durability in [Durability.full, .os, .none] {
            for rooms in [1, 1_000] {
                remove(path)
                rows.append(try StoreLoad(path, durability, rooms: rooms).measured())
            }
        }
        return MeasuredTable(heading: "Events made durable").print([plain] + rows)
    }

    private static func plainCommit(_ path: String) throws(CommandError) -> Measurement {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        let table = """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            CREATE TABLE lines (id INTEGER PRIMARY KEY, line BLOB NOT NULL);
            """
        guard sqlite3_open(path, &database) == SQLITE_OK,
            sqlite3_exec(database, table, nil, nil, nil) == SQLITE_OK
        else { throw .failed("\(path) cannot be created.") }
        return Measurement(name: "SQLite: a commit of one row", microsecondsMax: 50_000) {
            sqlite3_exec(
                database, "INSERT INTO lines (line) VALUES (randomblob(100))", nil, nil, nil)
        }
    }

    static let clock: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }

    static var temporaryPath: String {
        FileManager.default.temporaryDirectory.appending(path: "calcroom-bench-\(getpid()).db").path
    }

    private static func remove(_ path: String) {
        for part in ["", "-wal", "-shm", "-lock"] { unlink(path + part) }
    }
}

/// Presses keys in many rooms as fast as the store commits them.
private struct StoreLoad {
    private let store: SQLiteStore
    private let edge: UInt32
    private let names: [RoomName]
    private let title: String
    /// Counts the keys that may be sent now. Each committed event adds one.
    private let free: DispatchSemaphore
    private let inFlight: Int

    init(_ path: String, _ durability: Durability, rooms: Int) throws(CommandError) {
        var options = SQLiteOptions(path: path)
        options.durability = durability
        do throws(StoreError) { store = try SQLiteStore(options) } catch {
            throw .failed(error.message)
        }
        names = (0..<rooms).compactMap { RoomName(normal: "room-\($0)".utf8) }
        inFlight = max(300, rooms)
        title = "an event, \(durability.name), \(rooms) rooms, \(inFlight) in flight"
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
        let making = RoomSetup(keypad: .standard, salt: Fingerprint(high: 0, low: 0))
        for name in names {
            store.submit(.open(name, ticket: 0), from: edge)
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
        let signature = Signature(author: 1, pen: 0, number: Int64(count + 1))
        store.submit(
            .append(names[place], [Draft(.press(key), signature: signature)], ticket: 0),
            from: edge)
    }

    private static let keys = "1 2 . 5 * 3 - 4 = back".split(separator: " ").compactMap {
        Key(named: $0.utf8)
    }
    private static let duration = Duration.seconds(2)
    private static let microsecondsMax = 50.0
}
