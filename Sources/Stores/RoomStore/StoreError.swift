import Glibc
public import SharedRoom

/// The reason why a store, such as a file or a Redis, cannot be used.
public enum StoreError: Error, Equatable, Sendable {
    case missing(path: String)
    /// `why` is the system's message, such as `Permission denied`.
    case notReachable(path: String, why: String)
    case inUse(path: String, process: Int32?)
    case notOurs(path: String)
    /// The version of the file, and the newest one that this program supports.
    case newer(path: String, version: Int64, known: Int64)
    case damaged(path: String, what: String)
    case full(path: String)
    /// The file would be overwritten.
    case exists(path: String)
    /// A server did not execute a request, or another program locks the file.
    case unanswered(path: String)
    /// The rules version of a room, and that of this program.
    case otherRules(path: String, rules: UInt32, known: UInt32)
    /// The room was forgotten, or its oldest events were deleted, while it was read.
    case changed

    /// The problem and its remedy.
    public var message: String {
        switch self {
        case .missing(let path):
            "There is no file \(path)."
        case .notReachable(let path, let why):
            "\(path) cannot be used: \(why)."
        case .inUse(let path, let process):
            "\(path) is in use by another server\(process.map { " (process \($0))" } ?? ""). "
                + "Stop it first, or choose another file with --data."
        case .notOurs(let path):
            "\(path) is not a Calcroom data file. Choose another with --data; a missing file is created."
        case .newer(let path, let version, let known):
            "\(path) was written by a newer version of calcroom (its format is \(version), this one "
                + "supports \(known)). Use that version, or choose another file with --data."
        case .damaged(let path, let what):
            "\(path) is damaged: \(what). Restore a backup (calcroom restore), or move the file away, "
                + "with its -wal and -shm files, to start with a new one."
        case .full(let path):
            "The disk with \(path) is full."
        case .exists(let path):
            "\(path) already exists."
        case .unanswered(let path):
            "Another program uses \(path) and does not answer."
        case .otherRules(_, let rules, let known):
            "The room has rules version \(rules), and this calcroom has version \(known)."
        case .changed:
            "The room was deleted or compacted while it was read. Try again."
        }
    }

    /// The stored room is invalid.
    public static func damaged(_ room: RoomName) -> StoreError {
        .damaged(path: room.text, what: "its data are invalid")
    }

    /// The last failure of a system call.
    package static func systemFailure(_ path: String) -> StoreError {
        errno == ENOSPC
            ? .full(path: path) : .notReachable(path: path, why: String(cString: strerror(errno)))
    }
}
