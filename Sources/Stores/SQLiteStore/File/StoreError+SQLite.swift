import CSQLite
import Glibc
import RoomStore

extension StoreError {
    /// Runs the body, and throws its failure as one of the file.
    static func convert<Result>(
        _ path: String, _ body: () throws(SQLiteFailure) -> Result
    ) throws(StoreError) -> Result {
        do throws(SQLiteFailure) { return try body() } catch { throw StoreError(error, path) }
    }

    init(_ failure: SQLiteFailure, _ path: String) {
        switch failure.kind {
        case SQLITE_FULL: self = .full(path: path)
        case SQLITE_BUSY: self = .unanswered(path: path)
        case SQLITE_NOTADB: self = .notOurs(path: path)
        case _ where failure.isDamage: self = .damaged(path: path, what: failure.message)
        // The file's header says that it is read-only.
        case _ where failure.code == SQLITE_READONLY && access(path, W_OK) == 0:
            self = .damaged(path: path, what: failure.message)
        // SQLite needs a `-shm` file, also for reading.
        case _
        where [SQLITE_CANTOPEN, SQLITE_READONLY].contains(failure.kind)
            && access(path, F_OK) == 0 && access(UnfinishedFile.folder(of: path), W_OK) != 0:
            self = .notReachable(
                path: path,
                why: "its folder cannot be written; copy it and its -wal file to another")
        default: self = .notReachable(path: path, why: failure.message)
        }
    }
}
