import Glibc

/// The identity of a database file and its write-ahead log, which a copy does not share.
struct FilePlace: Equatable {
    /// The inode, or 0 if there is no file.
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
