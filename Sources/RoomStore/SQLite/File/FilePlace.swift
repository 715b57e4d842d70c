import Glibc

/// Which file stands under a name, and which write-ahead log beside it. A copy of a file is another
/// file.
struct FilePlace: Equatable {
    /// 0 for none.
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
