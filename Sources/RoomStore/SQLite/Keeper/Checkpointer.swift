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
    private let hasLeftLog = Guarded(false)
    /// Has somebody in it while the log is to begin anew.
    private let restart = DispatchGroup()

    init(_ options: SQLiteOptions) {
        path = options.path
        system = options.system
        pagesMax = options.limits.logPagesMax
    }

    /// Once is enough until it has begun.
    func ask(truncating: Bool) {
        let wasAsked = isAsked.withLock { isAsked in
            defer { isAsked = true }
            return isAsked
        }
        guard !wasAsked || truncating else { return }
        queue.async { self.run(truncating) }
    }

    /// Whether the disk has failed since this was asked last.
    func takeFailure() -> Bool {
        hasFailed.take()
    }

    /// Whether the log was to be emptied and was not since this was asked last.
    func takeLeftLog() -> Bool {
        hasLeftLog.take()
    }

    /// Between two commits: lets the log begin anew, which commits without a pause would not.
    func giveWay() {
        restart.wait()
    }

    /// When this returns, nothing is going on.
    func finish() {
        queue.sync {}
    }

    private func run(_ truncating: Bool) {
        isAsked.withLock { $0 = false }
        let code = carry(truncating)
        if code & 0xff == SQLITE_IOERR { hasFailed.withLock { $0 = true } }
        if truncating && code != SQLITE_OK { hasLeftLog.withLock { $0 = true } }
    }

    /// What cannot be done now is done the next time: the log only grows meanwhile.
    private func carry(_ truncating: Bool) -> Int32 {
        guard let connection = try? SQLiteConnection(path, .writing, system: system),
            // SQLite does nothing, and says nothing, on a connection that has not read the file yet.
            (try? connection.number("PRAGMA user_version")) != nil
        else { return SQLITE_CANTOPEN }
        var (inLog, done) = (Int32(0), Int32(0))
        let code = sqlite3_wal_checkpoint_v2(
            connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, &inLog, &done)
        guard code & 0xff != SQLITE_IOERR else { return code }
        // Commits that came meanwhile keep the log from beginning anew. For these few pages they wait.
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_RESTART
        guard truncating || done < inLog || inLog > pagesMax * 4 else { return code }
        restart.enter()
        defer { restart.leave() }
        return connection.carryLog(mode)
    }
}

extension SQLiteConnection {
    /// Carries the write-ahead log into the file, and makes it begin anew. Commits wait until nobody
    /// reads what is in the log, so that is not waited for long.
    func carryLog(_ mode: Int32) -> Int32 {
        sqlite3_busy_timeout(handle, 10)
        return sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    }
}

extension Guarded<Bool> {
    /// Whether it was set; it is not any more.
    fileprivate func take() -> Bool {
        withLock { isSet in
            defer { isSet = false }
            return isSet
        }
    }
}

/// How much longer the write-ahead log is than when it was to be carried into the file last, as the
/// connection that writes it says.
final class LogLength {
    /// What it has grown by, since it began anew or since that was asked for.
    var growth: Int32 { pages - pagesAsked }
    private var pages: Int32 = 0
    private var pagesAsked: Int32 = 0

    /// Follows a connection, which must not live longer.
    func follow(_ connection: SQLiteConnection) {
        sqlite3_wal_hook(
            connection.handle,
            { context, _, _, pages in
                if let context {
                    Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue().note(pages)
                }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func note(_ pages: Int32) {
        if pages < self.pages { pagesAsked = 0 }
        self.pages = pages
    }

    func noteAsked() { pagesAsked = pages }
}
