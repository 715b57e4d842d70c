import Glibc
import RoomStore

/// A file that is written under a temporary name, and renamed when it is complete.
struct UnfinishedFile {
    let path: String
    private let target: String

    init(for target: String) {
        self.target = target
        path = "\(target).unfinished-\(getpid())"
        remove()
    }

    func remove() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// Renames the file to its target, durably. Fails if the target exists.
    func finish() throws(StoreError) {
        guard access(target, F_OK) != 0 else { throw .exists(path: target) }
        try Self.synchronize(path)
        guard rename(path, target) == 0 else { throw .systemFailure(target) }
        try Self.synchronize(Self.folder(of: target))
    }

    /// `/var/lib` of `/var/lib/rooms.db`, and `.` of `rooms.db`
    static func folder(of path: String) -> String {
        let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let folder = folders.joined(separator: "/")
        return folders.isEmpty ? "." : folder.isEmpty ? "/" : folder
    }

    /// Makes a file or a folder durable.
    private static func synchronize(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .systemFailure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .systemFailure(path) }
    }
}
