import Glibc
import RoomStore

/// How long a disk takes to make a page durable: a write and `fdatasync`, over and over in a file that
/// has its size already, as the log of a database does it.
public final class DiskTrial {
    private let path: String
    private let file: Int32
    private var delays = Histogram()
    private static let pageBytes = 4_096
    private static let pages = 1_024
    private let page = [UInt8](repeating: 7, count: pageBytes)

    /// The file is made for it, and goes with it.
    public init(_ path: String) throws(LoadError) {
        self.path = path
        file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw LoadError("\(path) cannot be made.") }
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
        var number = 0
        while MonotonicClock.nanoseconds < end {
            let beginning = MonotonicClock.nanoseconds
            let count = pwrite(file, page, page.count, number % Self.pages * page.count)
            guard count == page.count, fdatasync(file) == 0 else {
                throw LoadError("\(path) cannot be written.")
            }
            delays.add(MonotonicClock.nanoseconds - beginning)
            number += 1
        }
    }

    /// Milliseconds that this part of all did not exceed.
    public func delay(_ part: Double) -> Double? { delays.quantile(part).map { $0 / 1e6 } }
}
