import SharedRoom

/// Reads the rooms of an SQLite store over a connection of its own.
///
/// Each call is one read transaction, so it neither waits for a commit nor delays one. While a checkpoint restarts the
/// write-ahead log, no transaction begins, since readers would prevent that.
final class SQLiteLogReader: LogReader {
    private let store: SQLiteStore
    private let options: SQLiteOptions
    private let shared: SharedFile
    private var connection: SQLiteConnection?

    init(_ store: SQLiteStore, _ options: SQLiteOptions, _ shared: SharedFile) {
        self.store = store
        self.options = options
        self.shared = shared
    }

    func room(_ name: RoomName) throws(LogReadFailure) -> OpenedRoom? {
        for isPrepared in [false, true] {
            let found = try read(name) { (connection, room) throws(SQLiteFailure) in
                try contents(connection, room, isPrepared: isPrepared)
            }
            switch found {
            case nil: return nil
            case .room(let room): return room
            case .failed(let failure): throw failure
            case .unprepared: try StoreVisit.open(name, in: store)
            }
        }
        throw .unavailable
    }

    private enum Contents {
        case room(OpenedRoom)
        case failed(LogReadFailure)
        /// The store has to apply events of an earlier server for the first time, or to convert the room.
        case unprepared
    }

    private func contents(
        _ connection: SQLiteConnection, _ room: FoundRoom, isPrepared: Bool
    ) throws(SQLiteFailure) -> Contents {
        if room.row.isSetAside { return .failed(.outOfOrder) }
        if room.row.rules > options.rules { return .failed(.newerRules) }
        if !isPrepared, room.journal.isUnproven || room.row.rules < options.rules {
            return .unprepared
        }
        return .room(try connection.contents(of: room.row, room.journal, life: room.life))
    }

    func start(for sequence: Int64, of log: StoredLog) throws(LogReadFailure) -> LogStart {
        try read(log) { (connection, row, _) throws(SQLiteFailure) in
            try connection.start(for: sequence, of: row)
        }
    }

    func events(after sequence: Int64, of log: StoredLog) throws(LogReadFailure) -> [Event] {
        try existing(
            read(log) { (connection, row, journal) throws(SQLiteFailure) in
                try connection.events(after: sequence, of: row, journal)
            })
    }

    func tapeRange(
        before sequence: Int64, count: Int, of log: StoredLog
    ) throws(LogReadFailure) -> TapeRange? {
        try read(log) { (connection, row, _) throws(SQLiteFailure) in
            try connection.tapeRange(before: sequence, count: count, of: row.id)
        }
    }

    func tape(_ range: TapeRange, of log: StoredLog) throws(LogReadFailure) -> [TapeEntry] {
        try existing(
            read(log) { (connection, row, _) throws(SQLiteFailure) in
                try connection.tape(range, of: row.id)
            })
    }

    private func existing<Value>(_ value: Value?) throws(LogReadFailure) -> Value {
        guard let value else { throw .changed }
        return value
    }
}

extension SQLiteLogReader {
    private struct FoundRoom {
        let row: RoomRow
        let journal: JournalRows
        /// Part of the epoch of every room.
        let life: UInt64
    }

    private func read<Value>(
        _ log: StoredLog,
        _ body: (SQLiteConnection, RoomRow, JournalRows) throws(SQLiteFailure) -> Value
    ) throws(LogReadFailure) -> Value {
        let value = try read(log.name) { (connection, room) throws(SQLiteFailure) -> Value? in
            room.row.epoch ^ room.life == log.epoch
                ? try body(connection, room.row, room.journal) : nil
        }
        guard let value, let value else { throw .changed }
        return value
    }

    /// Reads a room in one transaction; nil if there is none. The rows of the journal are looked up before it, so they
    /// contain every reported event, or the transaction sees that they are compacted.
    private func read<Value>(
        _ name: RoomName, _ body: (SQLiteConnection, FoundRoom) throws(SQLiteFailure) -> Value
    ) throws(LogReadFailure) -> Value? {
        let id = try transaction { (connection) throws(SQLiteFailure) in
            try connection.id(of: name)
        }
        guard let id else { return nil }
        var journal = shared.journal(of: id)
        return try transaction { (connection) throws(SQLiteFailure) -> Value? in
            guard let row = try connection.room(id),
                let life = try connection.first("SELECT life FROM file", read: { $0.bits(0) })
            else { return nil }
            if let first = journal.rows.first, try !connection.hasJournalRow(first) {
                journal = JournalRows()
            }
            return try body(connection, FoundRoom(row: row, journal: journal, life: life))
        }
    }

    private func transaction<Value>(
        _ body: (SQLiteConnection) throws(SQLiteFailure) -> Value
    ) throws(LogReadFailure) -> Value {
        shared.awaitLogRestart()
        do throws(SQLiteFailure) {
            let connection = try connected()
            try connection.run("BEGIN")
            let result = Result { () throws(SQLiteFailure) in try body(connection) }
            try connection.run("ROLLBACK")
            return try result.get()
        } catch {
            if error.isDamage { throw .outOfOrder }
            connection = nil
            throw .unavailable
        }
    }

    private func connected() throws(SQLiteFailure) -> SQLiteConnection {
        if let connection { return connection }
        // Next to a moved write-ahead log, a new connection would see an older state.
        guard shared.place == FilePlace(options.path) else {
            throw .notInPlace
        }
        let made = try SQLiteConnection(options.path, .reading, system: options.system)
        connection = made
        return made
    }
}

extension SQLiteConnection {
    fileprivate func hasJournalRow(_ id: Int64) throws(SQLiteFailure) -> Bool {
        try number("SELECT id FROM journal WHERE id = ?", .number(id)) != nil
    }
}
