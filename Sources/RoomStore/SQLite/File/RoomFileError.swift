import CSQLite
import Glibc

/// Why rooms cannot be kept in a file.
public enum RoomFileError: Error, Equatable, Sendable {
    case missing(path: String)
    /// The system's words, `Permission denied`.
    case notReachable(path: String, why: String)
    case inUse(path: String, process: Int32?)
    case notOurs(path: String)
    /// The version of the file, and the newest one that this program knows.
    case newer(path: String, version: Int64, known: Int64)
    case damaged(path: String, what: String)
    case full(path: String)
    /// Something is there that would be overwritten.
    case exists(path: String)
    /// The server that has it open did not do what was asked of it.
    case unanswered(path: String)
    /// The version of the rules of a room, and the one that this program knows.
    case otherRules(path: String, rules: UInt32, known: UInt32)

    /// What is wrong, and what to do.
    public var message: String {
        switch self {
        case .missing(let path):
            "There is no file \(path)."
        case .notReachable(let path, let why):
            "\(path) cannot be used: \(why)."
        case .inUse(let path, let process):
            "\(path) is in use by another server\(process.map { " (process \($0))" } ?? ""). "
                + "Stop it first, or take another file with --data."
        case .notOurs(let path):
            "\(path) is no file of rooms. Take another one with --data; a new one is made."
        case .newer(let path, let version, let known):
            "\(path) was written by a newer calcroom (version \(version) of the file; this one knows"
                + " \(known)). Use that one, or another file with --data."
        case .damaged(let path, let what):
            "\(path) is damaged: \(what). Put a backup in its place (calcroom restore), or move it "
                + "away with its -wal and -shm and begin anew."
        case .full(let path):
            "The disk that \(path) is on is full."
        case .exists(let path):
            "\(path) is there already."
        case .unanswered(let path):
            "The server that has \(path) open does not answer."
        case .otherRules(_, let rules, let known):
            "The room was written by rules \(rules); this calcroom plays those of \(known)."
        }
    }

    init(_ failure: SQLiteFailure, _ path: String) {
        switch failure.kind {
        case SQLITE_FULL: self = .full(path: path)
        case SQLITE_NOTADB: self = .notOurs(path: path)
        case _ where failure.isDamage: self = .damaged(path: path, what: failure.message)
        // The file says in its head that it may be read only.
        case _ where failure.code == SQLITE_READONLY && access(path, W_OK) == 0:
            self = .damaged(path: path, what: failure.message)
        default: self = .notReachable(path: path, why: failure.message)
        }
    }
}
