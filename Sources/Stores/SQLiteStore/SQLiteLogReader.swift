import RoomStore
import SharedRoom

/// Reads the rooms of an SQLite file, either while its store serves them, or in the one transaction of an archive.
///
/// For a store, each call is one read transaction, so it neither waits for a commit nor delays one. While a checkpoint
/// restarts the write-ahead log, no transaction begins, since readers would prevent that.
final class SQLiteLogReader: LogReader {
    /// The store whose rooms are read; nil for an archive. `prove` lets it apply the events that an earlier server left of
    /// a room, and returns true if it has the room in memory.
    private let served: (shared: SharedFile, prove: (Int64, RoomName) -> Bool)?
    private let path: String
    /// For a store, nil after a failure and before the first call.
    private var connection: SQLiteConnection?
    /// For an archive, the journal of all rooms.
    private var journal: JournalIndex?

    /// Reads the rooms of a store.
    init(_ shared: SharedFile, prove: @escaping (Int64, RoomName) -> Bool) {
        served = (shared, prove)
        path = shared.options.path
    }

    /// Reads in the transaction of a connection.
    init(of connection: SQLiteConnection, _ path: String) {
        served = nil
        self.path = path
        self.connection = connection
    }

    func room(_ name: RoomName) throws(StoreError) -> OpenedRoom? {
        if let served { try prepare(name, served.shared.options.common.rules, served.prove) }
        return try read(name) { (rows) throws(SQLiteFailure) in try rows.contents() }
    }

    /// Lets the store apply the events that an earlier server left, because they may be the reason why it ended. Throws if
    /// the store would not open the room.
    private func prepare(
        _ name: RoomName, _ rules: UInt32, _ prove: (Int64, RoomName) -> Bool
    ) throws(StoreError) {
        for isProven in [false, true] {
            let found = try read(name) { rows in (rows.room, rows.journal.isUnproven) }
            guard let (room, isUnproven) = found else { return }
            guard room.rules == rules else {
                throw .otherRules(path: path, rules: room.rules, known: rules)
            }
            guard isUnproven || room.isSetAside else { return }
            guard !isProven else {
                throw room.isSetAside
                    ? .damaged(name) : .notReachable(path: path, why: "the disk fails")
            }
            // If the store could not write after it applied the events, the row still counts the trial.
            if prove(room.id, name) { return }
        }
    }

    func state(before sequence: Int64, of log: StoredLog) throws(StoreError) -> StoredState {
        try read(log) { (rows) throws(SQLiteFailure) in try rows.state(before: sequence) }
    }

    func events(after sequence: Int64, of log: StoredLog) throws(StoreError) -> [Event] {
        try read(log) { (rows) throws(SQLiteFailure) in try rows.events(after: sequence) }
    }

    func tapeRange(
        before sequence: Int64, count: Int, of log: StoredLog
    ) throws(StoreError) -> TapeRange? {
        try read(log) { (rows) throws(SQLiteFailure) in
            .some(try rows.tapeRange(before: sequence, count: count))
        }
    }

    func tape(_ range: TapeRange, of log: StoredLog) throws(StoreError) -> [TapeEntry] {
        try read(log) { (rows) throws(SQLiteFailure) in try rows.tape(range) }
    }
}

extension SQLiteLogReader {
    /// Throws `changed` if the log does not exist any more, or the body returns nil.
    private func read<Value>(
        _ log: StoredLog, _ body: (StoredRows) throws(SQLiteFailure) -> Value?
    ) throws(StoreError) -> Value {
        let value = try read(log.name) { (rows) throws(SQLiteFailure) -> Value? in
            rows.room.epoch ^ rows.storeEpoch == log.epoch ? try body(rows) : nil
        }
        guard let value, let value else { throw .changed }
        return value
    }

    /// Reads a room in one transaction; returns nil if it does not exist. The rows of the journal are looked up before
    /// the transaction, so they contain every reported event, or the transaction sees that they are compacted.
    private func read<Value>(
        _ name: RoomName, _ body: (StoredRows) throws(SQLiteFailure) -> Value
    ) throws(StoreError) -> Value? {
        let id = try transaction { (connection) throws(SQLiteFailure) in
            try connection.id(of: name)
        }
        guard let id else { return nil }
        let known = served?.shared[journalOf: id]
        return try transaction { (connection) throws(SQLiteFailure) -> Value? in
            guard let room = try connection.room(id),
                let epoch = try connection.first("SELECT epoch FROM file", read: { $0.bits(0) })
            else { return nil }
            let journal =
                if let known {
                    try connection.hasRows(known) ? known : JournalRows()
                } else {
                    try archivedJournal(connection)[id]
                }
            return try body(
                StoredRows(
                    connection: connection, room: room, journal: journal, storeEpoch: epoch))
        }
    }

    /// For an archive, the journal.
    func archivedJournal(
        _ connection: SQLiteConnection
    ) throws(SQLiteFailure) -> JournalIndex {
        let found = if let journal { journal } else { try connection.journalIndex() }
        journal = found
        return found
    }

    private func transaction<Value>(
        _ body: (SQLiteConnection) throws(SQLiteFailure) -> Value
    ) throws(StoreError) -> Value {
        do throws(SQLiteFailure) {
            guard let served else {
                guard let connection else { throw .closed }
                return try body(connection)
            }
            served.shared.checkpointer.giveWay()
            let connection = try connected(served.shared)
            try connection.run("BEGIN")
            let result = Result { () throws(SQLiteFailure) in try body(connection) }
            try connection.run("ROLLBACK")
            return try result.get()
        } catch {
            if served != nil, !error.isDamage { connection = nil }
            throw StoreError(error, path)
        }
    }

    private func connected(_ shared: SharedFile) throws(SQLiteFailure) -> SQLiteConnection {
        if let connection { return connection }
        // If the write-ahead log was moved, a new connection would see an older state.
        guard shared.place == FilePlace(path) else { throw .notInPlace }
        let made = try SQLiteConnection(path, .reading, system: shared.options.system)
        connection = made
        return made
    }
}

extension SQLiteConnection {
    /// False if they are compacted.
    fileprivate func hasRows(_ journal: JournalRows) throws(SQLiteFailure) -> Bool {
        guard let first = journal.rows.first else { return true }
        return try number("SELECT id FROM journal WHERE id = ?", .number(first)) != nil
    }
}
