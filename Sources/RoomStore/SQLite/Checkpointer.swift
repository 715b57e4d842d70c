import CSQLite
import Dispatch

/// Carries what was committed from the write-ahead log into the file, on a thread and a connection of
/// its own, so that no commit waits for it.
final class Checkpointer: Sendable {
    private let path: String
    private let system: String?
    private let queue = DispatchQueue(label: "Checkpointer")
    private let isAsked = Guarded(false)

    init(_ path: String, system: String?) {
        self.path = path
        self.system = system
    }

    /// After so many pages: 4 MB, which the next start would have to read.
    static let pagesMax: Int32 = 1_000

    /// Once is enough until it has begun.
    func ask(truncating: Bool = false) {
        let wasAsked = isAsked.withLock { isAsked in
            defer { isAsked = true }
            return isAsked
        }
        guard !wasAsked || truncating else { return }
        queue.async { self.run(truncating) }
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
        sqlite3_wal_checkpoint_v2(
            connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, &inLog, &done)
        // Commits that came meanwhile keep the log from beginning anew. For these few pages they wait.
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_RESTART
        if truncating || done < inLog || inLog > Self.pagesMax * 4 {
            sqlite3_wal_checkpoint_v2(connection.handle, nil, mode, nil, nil)
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
