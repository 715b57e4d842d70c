import CSQLite
import Dispatch

/// Carries what was committed from the write-ahead log into the file, on a thread and a connection of
/// its own, so that no commit waits for it.
final class Checkpointer: Sendable {
    private let path: String
    private let system: String?
    private let pagesMax: Int32
    private let queue = DispatchQueue(label: "Checkpointer")
    private let isAsked = Guarded(false)
    private let hasFailed = Guarded(false)

    init(_ options: SQLiteOptions) {
        path = options.path
        system = options.system
        pagesMax = options.limits.logPagesMax
    }

    /// Once is enough until it has begun.
    func ask(truncating: Bool = false) {
        let wasAsked = isAsked.withLock { isAsked in
            defer { isAsked = true }
            return isAsked
        }
        guard !wasAsked || truncating else { return }
        queue.async { self.run(truncating) }
    }

    /// Whether the disk has failed since this was asked last.
    func takeFailure() -> Bool {
        hasFailed.withLock { hasFailed in
            defer { hasFailed = false }
            return hasFailed
        }
    }

    /// When this returns, nothing is going on.
    func finish() {
        queue.sync {}
    }

    private func run(_ truncating: Bool) {
        isAsked.withLock { $0 = false }
        // What cannot be done now is done the next time: the log only grows meanwhile.
        guard let connection = try? SQLiteConnection(path, .writing, system: system),
            // SQLite does nothing, and says nothing, on a connection that has not read the file yet.
            (try? connection.number("PRAGMA user_version")) != nil
        else { return }
        var (inLog, done) = (Int32(0), Int32(0))
        let code = sqlite3_wal_checkpoint_v2(
            connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, &inLog, &done)
        guard code & 0xff != SQLITE_IOERR else { return hasFailed.withLock { $0 = true } }
        // Commits that came meanwhile keep the log from beginning anew. For these few pages they wait.
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_RESTART
        if truncating || done < inLog || inLog > pagesMax * 4 {
            let code = sqlite3_wal_checkpoint_v2(connection.handle, nil, mode, nil, nil)
            if code & 0xff == SQLITE_IOERR { hasFailed.withLock { $0 = true } }
        }
    }
}

/// How long the write-ahead log is, as the connection that writes it says.
final class LogLength {
    private(set) var pages: Int32 = 0

    /// Follows a connection, which must not live longer.
    func follow(_ connection: SQLiteConnection) {
        sqlite3_wal_hook(
            connection.handle,
            { context, _, _, pages in
                if let context {
                    Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue().pages = pages
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func noteAsked() { pages = 0 }
}
