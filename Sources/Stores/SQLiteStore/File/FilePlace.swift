import Glibc
import SharedRoom

/// The identity of a database file and its write-ahead log, which a copy does not share.
struct FilePlace: Equatable {
    /// The inode, or 0 without a file.
    private(set) var file: Int64 = 0
    private var log: Int64 = 0

    init() {}

    init(_ path: String) {
        file = Self.number(of: path)
        log = Self.number(of: path + "-wal")
    }

    private static func number(of path: String) -> Int64 {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(truncatingIfNeeded: status.st_ino) : 0
    }
}

/// Identifies a run of the machine, to distinguish power cuts from killed processes.
enum Boot {
    /// A hash of the boot id, or 0 if the system has none.
    package static let current: UInt64 = {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var text = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &text, text.count)
        var hash = StateHash(0)
        hash.add(Array(text.prefix(max(0, count))))
        return hash.value
    }()
}
