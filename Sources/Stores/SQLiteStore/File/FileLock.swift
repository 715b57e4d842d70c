import Glibc
import RoomStore

/// Keeps other processes from writing a database file. The lock ends with the process, however that ends.
///
/// `calcroom.db-lock` contains the process id of the holder, for people. The database file is locked, too, because it may
/// have several paths, and anybody may delete the other file.
final class FileLock {
    private let descriptor: Int32
    private var fileDescriptor: Int32 = -1

    /// Locks the file of a store.
    init(of file: String) throws(StoreError) {
        descriptor = open(file + "-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .systemFailure(file) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            // `deinit` closes the descriptor.
            guard errno == EWOULDBLOCK else { throw .systemFailure(file) }
            throw .inUse(path: file, process: Self.holder(descriptor))
        }
        // Only people read the holder, so a failure does not matter.
        let holder = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { pwrite(descriptor, holder, holder.count, 0) }
        try lockFile(file)
    }

    /// Locks the database file, if it exists.
    func lockFile(_ file: String) throws(StoreError) {
        guard fileDescriptor < 0 else { return }
        let opened = open(file, O_RDWR | O_CLOEXEC)
        guard opened >= 0 else {
            guard errno == ENOENT else { throw .systemFailure(file) }
            return
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            // It stays open: closing it would release the locks that SQLite has for this process.
            guard errno == EWOULDBLOCK else { throw .systemFailure(file) }
            throw .inUse(path: file, process: nil)
        }
        fileDescriptor = opened
    }

    deinit {
        if fileDescriptor >= 0 {
            flock(fileDescriptor, LOCK_UN)
            close(fileDescriptor)
        }
        // A process that was just forked has the descriptor, too, so closing it does not release the lock.
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
