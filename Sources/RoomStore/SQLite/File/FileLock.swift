import Glibc

/// Keeps other processes from writing a database file. The lock ends with the process, however that ends.
///
/// `calcroom.db-lock` tells people which process holds it. The database file itself is locked too: another path
/// may lead to it, and anybody may delete the other file.
final class FileLock {
    private let descriptor: Int32
    private var fileDescriptor: Int32 = -1

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
            throw error.ofFile(file)
        }
        try holdFile(file)
    }

    /// Locks the database file, if it exists.
    func holdFile(_ file: String) throws(RoomFileError) {
        do throws(Failure) {
            try hold(file)
        } catch {
            throw error.ofFile(file)
        }
    }

    private func hold(_ file: String) throws(Failure) {
        guard fileDescriptor < 0 else { return }
        let opened = open(file, O_RDWR | O_CLOEXEC)
        guard opened >= 0 else {
            guard errno == ENOENT else { throw .system(errno: errno) }
            return
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            // It stays open: closing it would end the locks that SQLite has for this process.
            guard errno == EWOULDBLOCK else { throw .system(errno: errno) }
            throw .taken(by: nil)
        }
        fileDescriptor = opened
    }

    deinit {
        if fileDescriptor >= 0 {
            flock(fileDescriptor, LOCK_UN)
            close(fileDescriptor)
        }
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

extension FileLock.Failure {
    fileprivate func ofFile(_ file: String) -> RoomFileError {
        switch self {
        case .taken(let process): .inUse(path: file, process: process)
        case .system(let errno): .notReachable(path: file, why: String(cString: strerror(errno)))
        }
    }
}
