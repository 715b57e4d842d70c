import Glibc

/// Says that one process writes a file. It stands in a file of its own, `calcroom.db-lock`, as whoever
/// closes a database file by itself takes SQLite's locks away. It goes with the process, however that
/// ends; the file stays.
final class FileLock {
    private let descriptor: Int32

    enum Failure: Error {
        /// Another process has it.
        case taken(by: Int32?)
        case system(errno: Int32)
    }

    init(_ path: String) throws(Failure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .system(errno: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            // It is closed at the end, as by any other.
            guard errno == EWOULDBLOCK else { throw .system(errno: errno) }
            throw .taken(by: Self.holder(descriptor))
        }
        let holder = Array("\(getpid())\n".utf8)
        // Who holds it is for people to read; the lock holds without it.
        if ftruncate(descriptor, 0) == 0 { pwrite(descriptor, holder, holder.count, 0) }
    }

    /// Of the file of a store.
    convenience init(of file: String) throws(RoomFileError) {
        do throws(Failure) {
            try self.init(file + "-lock")
        } catch {
            switch error {
            case .taken(let process): throw .inUse(path: file, process: process)
            case .system(let errno):
                throw .notReachable(path: file, why: String(cString: strerror(errno)))
            }
        }
    }

    deinit {
        // A process that is just being started has the descriptor too, for a moment.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func holder(_ descriptor: Int32) -> Int32? {
        var text = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &text, text.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: text[..<count], as: UTF8.self).filter(\.isNumber))
    }
}
