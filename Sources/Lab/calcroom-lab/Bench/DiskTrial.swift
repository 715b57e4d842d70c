import CommandLineKit
import Glibc
import RoomStore

/// Measures how long a disk takes to make a page durable, with a write and an `fdatasync` in a
/// preallocated file, as a write-ahead log does.
final class DiskTrial {
    private let path: String
    private let file: Int32
    private static let pages = 1_024
    private let page = [UInt8](repeating: 7, count: 4_096)

    /// Creates a temporary file, which `deinit` deletes. Fails if the file exists.
    init(_ path: String) throws(CommandError) {
        // Until all properties are set, `deinit` does not run: it must not delete a file that existed before.
        let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw .failed("\(path) cannot be created.") }
        self.path = path
        self.file = file
        for number in 0..<Self.pages { try write(number) }
        fsync(file)
    }

    deinit {
        close(file)
        unlink(path)
    }

    /// Returns the durations of the writes in nanoseconds.
    ///
    /// - Parameter pause: Nanoseconds from one write to the next, or 0. Some disks answer more slowly
    ///   after a pause.
    func run(seconds: Double, pause: Int64) throws(CommandError) -> [Int64] {
        var durations: [Int64] = []
        var now = MonotonicClock.nanoseconds
        let end = now + Int64(seconds * 1e9)
        while now < end {
            try write(durations.count)
            guard fdatasync(file) == 0 else { throw .failed("\(path) cannot be written.") }
            let next = now + pause
            durations.append(MonotonicClock.nanoseconds - now)
            now = MonotonicClock.nanoseconds
            if now < next {
                usleep(UInt32((next - now) / 1_000))
                now = MonotonicClock.nanoseconds
            }
        }
        return durations
    }

    private func write(_ number: Int) throws(CommandError) {
        let count = pwrite(file, page, page.count, number % Self.pages * page.count)
        guard count == page.count else { throw .failed("\(path) cannot be written.") }
    }
}
