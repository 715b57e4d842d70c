import CSQLite
import Dispatch
import Glibc
import RoomStore

/// Copies committed pages from the write-ahead log into the database file (a checkpoint). It has its own thread
/// and connection, so no commit waits for it.
final class Checkpointer: Sendable {
    private struct State {
        var isRequested = false
        /// False after an I/O error, when the log may have lost its durable copy.
        var isAllowed = true
        var hasFailed = false
        var hasLeftLog = false
    }

    private let options: SQLiteOptions
    private let queue = DispatchQueue(label: "Checkpointer")
    private let state = Guarded(State())
    /// Entered while a checkpoint restarts the log.
    private let restart = DispatchGroup()

    init(_ options: SQLiteOptions) {
        self.options = options
    }

    /// Forbids checkpoints while the log may have lost its durable copy, or allows them again.
    func allow(_ isAllowed: Bool) { state.withLock { $0.isAllowed = isAllowed } }

    /// Requests a checkpoint. Requests before it begins are combined.
    func request(truncating: Bool) {
        let wasRequested = state.withLock { $0.isRequested.replace(with: true) }
        guard !wasRequested || truncating else { return }
        queue.async { self.run(truncating) }
    }

    /// Returns true if the disk has failed since the last call.
    func consumeFailure() -> Bool {
        state.withLock { $0.hasFailed.replace(with: false) }
    }

    /// Returns true if a checkpoint could not truncate the log since the last call.
    func consumeLeftLog() -> Bool {
        state.withLock { $0.hasLeftLog.replace(with: false) }
    }

    /// Waits while a checkpoint restarts the log. Call it between commits and before reads; without a pause they would
    /// prevent that.
    func giveWay() {
        restart.wait()
    }

    /// Waits for the checkpoints requested so far.
    func finish() {
        queue.sync {}
    }

    private func run(_ truncating: Bool) {
        let isAllowed = state.withLock { state in
            state.isRequested = false
            return state.isAllowed
        }
        let code = isAllowed ? checkpoint(truncating) : SQLITE_BUSY
        state.withLock { state in
            if code & 0xff == SQLITE_IOERR { state.hasFailed = true }
            if truncating && code != SQLITE_OK { state.hasLeftLog = true }
        }
    }

    /// Makes a checkpoint. If it fails, the log grows until the next one.
    private func checkpoint(_ truncating: Bool) -> Int32 {
        guard hasLog,
            let connection = try? SQLiteConnection(
                options.path, .writing, system: options.system),
            // On a connection that has not read the file, SQLite does nothing and reports no error.
            (try? connection.number("PRAGMA user_version")) != nil
        else { return SQLITE_CANTOPEN }
        var (inLog, done) = (Int32(0), Int32(0))
        let code = sqlite3_wal_checkpoint_v2(
            connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, &inLog, &done)
        guard code & 0xff != SQLITE_IOERR else { return code }
        // Pages that were committed during the checkpoint prevent a restart of the log. Commits wait while these few
        // pages are copied.
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_RESTART
        guard truncating || done < inLog || inLog > options.limits.logPagesMax * 4 else {
            return code
        }
        restart.enter()
        defer { restart.leave() }
        return connection.checkpoint(mode)
    }

    /// False if somebody moved or deleted the log: a new connection would create another one. A test's file system
    /// has its own names.
    private var hasLog: Bool {
        options.system != nil || access(options.path + "-wal", F_OK) == 0
    }
}

extension SQLiteConnection {
    /// Copies the write-ahead log into the file, and restarts or truncates it. Commits wait until no connection reads
    /// from the log, so the timeout is short.
    func checkpoint(_ mode: Int32) -> Int32 {
        sqlite3_busy_timeout(handle, 10)
        defer { waitForOthers() }
        return sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, nil)
    }
}

extension Bool {
    /// Returns the old value.
    fileprivate mutating func replace(with value: Bool) -> Bool {
        defer { self = value }
        return self
    }
}

/// The growth of the write-ahead log since the last request for a checkpoint, as reported to the connection that
/// writes it.
final class LogLength {
    /// The number of pages since the log restarted, or since the last request.
    var growth: Int32 { pages - pagesRequested }
    private var pages: Int32 = 0
    private var pagesRequested: Int32 = 0

    /// Follows a connection, which must not outlive this object.
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
        if pages < self.pages { pagesRequested = 0 }
        self.pages = pages
    }

    func noteRequest() { pagesRequested = pages }
}
