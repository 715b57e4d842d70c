import Glibc
import RoomStore

/// `calcroom bench store`: what it takes to make an event durable, with much to be made durable at a
/// time, beside the commit of a single row, which is the disk's part of it.
enum StoreBenchmark {
    static func run(_ file: String?) throws(CommandError) -> Bool {
        let path = file ?? place()
        guard access(path, F_OK) != 0 else {
            throw .failed("\(path) is there already; the measurement makes a new file.")
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
        guard let table = PlainTable(path) else { throw .failed("\(path) cannot be made.") }
        let line = [UInt8](repeating: 7, count: 100)
        return Measurement(name: "SQLite: a commit of one row", microsecondsMax: 50_000) {
            _ = table.add(line)
        }
    }

    static func place() -> String {
        let folder = Environment.variables["TMPDIR"] ?? "/tmp"
        return "\(folder)/calcroom-bench-\(getpid()).db"
    }

    private static func remove(_ path: String) {
        for part in ["", "-wal", "-shm", "-lock"] { unlink(path + part) }
    }
}
