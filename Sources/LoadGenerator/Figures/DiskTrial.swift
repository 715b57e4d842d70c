import Glibc
import RoomStore

/// Measures how long a disk takes to make a page durable, with a write and an `fdatasync` in a
/// preallocated file, as a write-ahead log does.
public final class DiskTrial {
    private let path: String
    private let file: Int32
    private let perSecond: Double?
    private var delays = DelayHistogram()
    private static let pageBytes = 4_096
    private static let pages = 1_024
    private let page = [UInt8](repeating: 7, count: pageBytes)

    /// Creates a temporary file, which `deinit` deletes. Fails if the file exists.
    /// - Parameter perSecond: Maximum writes a second, or nil for writes without a pause. Some disks
    ///   answer more slowly after a pause.
    public init(_ path: String, perSecond: Double? = nil) throws(LoadError) {
        // Until all properties are set, `deinit` does not run: it must not delete a file that existed before.
        let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw LoadError("\(path) cannot be created.") }
        self.path = path
        self.perSecond = perSecond
        self.file = file
        for number in 0..<Self.pages {
            guard pwrite(file, page, page.count, number * page.count) == page.count else {
                throw LoadError("\(path) cannot be written.")
            }
        }
        fsync(file)
    }

    deinit {
        close(file)
        unlink(path)
    }

    public func run(seconds: Double) throws(LoadError) {
        let end = MonotonicClock.nanoseconds + Int64(seconds * 1e9)
        let pause = perSecond.map { Int64(1e9 / $0) } ?? 0
        var (beginning, number) = (MonotonicClock.nanoseconds, 0)
        while beginning < end {
            let count = pwrite(file, page, page.count, number % Self.pages * page.count)
            guard count == page.count, fdatasync(file) == 0 else {
                throw LoadError("\(path) cannot be written.")
            }
            delays.add(MonotonicClock.nanoseconds - beginning)
            number += 1
            beginning = Self.wait(until: beginning + pause)
        }
    }

    /// Waits until the given time and returns the current time.
    private static func wait(until moment: Int64) -> Int64 {
        while case let missing = moment - MonotonicClock.nanoseconds, missing > 0 {
            usleep(UInt32(1 + missing / 1_000))
        }
        return MonotonicClock.nanoseconds
    }

    /// A quantile of the delays in milliseconds: 99 % of all writes do not exceed `delay(0.99)`.
    public func delay(_ part: Double) -> Double? { delays.quantile(part).map { $0 / 1e6 } }
}
