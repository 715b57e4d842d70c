import SharedRoom

/// Reads the rooms of an SQLite file, either while its store serves them, or in the one transaction of an archive.
///
/// For a store, each call is one read transaction, so it neither waits for a commit nor delays one. While a checkpoint
/// restarts the write-ahead log, no transaction begins, since readers would prevent that.
final class SQLiteLogReader: LogReader {
    /// The store whose rooms are read; nil for an archive.
    private struct Served {
        let options: SQLiteOptions
        let shared: SharedFile
        let visitor: StoreVisitor
    }

    private let served: Served?
    /// For a store, nil after a failure and before the first call.
    private var connection: SQLiteConnection?
    /// For an archive, the journals of all rooms.
    private var journals: [Int64: JournalRows]?
    /// The failure of the last call; nil if it succeeded.
    private(set) var failure: SQLiteFailure?

    /// Reads the rooms of a store.
    init(_ store: any RoomStore, _ options: SQLiteOptions, _ shared: SharedFile) {
        served = Served(options: options, shared: shared, visitor: StoreVisitor(store))
    }

    /// Reads in the transaction of a connection.
    init(of connection: SQLiteConnection) {
        served = nil
        self.connection = connection
    }

    func room(_ name: RoomName) throws(LogReadFailure) -> OpenedRoom? {
        guard let served else {
            return try read(name) { (connection, room) throws(SQLiteFailure) in
                try contents(connection, room, room.journal())
            }
        }
        return try served.visitor.read(name) { () throws(LogReadFailure) in
            let result = try read(name) { (connection, room) throws(SQLiteFailure) in
                try reading(connection, room, rules: served.options.common.rules)
            }
            return try result?.get() ?? .room(nil)
        }
    }

    private func reading(
        _ connection: SQLiteConnection, _ room: FoundRoom, rules: UInt32
    ) throws(SQLiteFailure) -> Result<StoreVisitor.Reading, LogReadFailure> {
        if room.row.isSetAside { return .failure(.outOfOrder) }
        if room.row.rules > rules { return .failure(.newerRules) }
        let journal = try room.journal()
        let isPrepared = !journal.isUnproven && room.row.rules == rules
        return .success(isPrepared ? .room(try contents(connection, room, journal)) : .unprepared)
    }

    private func contents(
        _ connection: SQLiteConnection, _ room: FoundRoom, _ journal: JournalRows
    ) throws(SQLiteFailure) -> OpenedRoom {
        try connection.contents(of: room.row, journal, storeEpoch: room.storeEpoch)
    }

    func start(for sequence: Int64, of log: StoredLog) throws(LogReadFailure) -> LogStart {
        try read(log) { (connection, room) throws(SQLiteFailure) in
            try connection.start(for: sequence, of: room.row)
        }
    }

    func events(after sequence: Int64, of log: StoredLog) throws(LogReadFailure) -> [Event] {
        try read(log) { (connection, room) throws(SQLiteFailure) in
            let isCompacted = sequence < room.row.sequence
            let journal = isCompacted ? JournalRows() : try room.journal()
            return try connection.events(after: sequence, of: room.row, journal)
        }
    }

    func tapeRange(
        before sequence: Int64, count: Int, of log: StoredLog
    ) throws(LogReadFailure) -> TapeRange? {
        try read(log) { (connection, room) throws(SQLiteFailure) in
            .some(try connection.tapeRange(before: sequence, count: count, of: room.row.id))
        }
    }

    func tape(_ range: TapeRange, of log: StoredLog) throws(LogReadFailure) -> [TapeEntry] {
        try read(log) { (connection, room) throws(SQLiteFailure) in
            try connection.tape(range, of: room.row.id)
        }
    }
}

extension SQLiteLogReader {
    private struct FoundRoom {
        let row: RoomRow
        /// Part of the epoch of every room.
        let storeEpoch: UInt64
        let journal: () throws(SQLiteFailure) -> JournalRows
    }

    /// Throws `changed` if the log does not exist any more, or the body returns nil.
    private func read<Value>(
        _ log: StoredLog,
        _ body: (SQLiteConnection, FoundRoom) throws(SQLiteFailure) -> Value?
    ) throws(LogReadFailure) -> Value {
        let value = try read(log.name) { (connection, room) throws(SQLiteFailure) -> Value? in
            room.row.epoch ^ room.storeEpoch == log.epoch ? try body(connection, room) : nil
        }
        guard let value, let value else { throw .changed }
        return value
    }

    /// Reads a room in one transaction; returns nil if it does not exist. The rows of the journal are looked up before
    /// the transaction, so they contain every reported event, or the transaction sees that they are compacted.
    private func read<Value>(
        _ name: RoomName, _ body: (SQLiteConnection, FoundRoom) throws(SQLiteFailure) -> Value
    ) throws(LogReadFailure) -> Value? {
        let id = try transaction { (connection) throws(SQLiteFailure) in
            try connection.id(of: name)
        }
        guard let id else { return nil }
        let known = served?.shared.journal(of: id)
        return try transaction { (connection) throws(SQLiteFailure) -> Value? in
            guard let row = try connection.room(id),
                let epoch = try connection.first("SELECT epoch FROM file", read: { $0.bits(0) })
            else { return nil }
            let room = FoundRoom(row: row, storeEpoch: epoch) { () throws(SQLiteFailure) in
                guard let known else { return try self.journals(connection)[id] ?? JournalRows() }
                guard let first = known.rows.first else { return known }
                return try connection.hasJournalRow(first) ? known : JournalRows()
            }
            return try body(connection, room)
        }
    }

    private func journals(
        _ connection: SQLiteConnection
    ) throws(SQLiteFailure) -> [Int64: JournalRows] {
        if let journals { return journals }
        let found = try connection.journalRows().rows
        if served == nil { journals = found }
        return found
    }

    private func transaction<Value>(
        _ body: (SQLiteConnection) throws(SQLiteFailure) -> Value
    ) throws(LogReadFailure) -> Value {
        failure = nil
        do throws(SQLiteFailure) {
            guard let served else {
                guard let connection else { throw .closed }
                return try body(connection)
            }
            served.shared.checkpointer.giveWay()
            let connection = try connected(served)
            try connection.run("BEGIN")
            let result = Result { () throws(SQLiteFailure) in try body(connection) }
            try connection.run("ROLLBACK")
            return try result.get()
        } catch {
            failure = error
            if error.isDamage { throw .outOfOrder }
            if served != nil { connection = nil }
            throw .unavailable
        }
    }

    private func connected(_ served: Served) throws(SQLiteFailure) -> SQLiteConnection {
        if let connection { return connection }
        // If the write-ahead log was moved, a new connection would see an older state.
        let options = served.options
        guard served.shared.place == FilePlace(options.path) else { throw .notInPlace }
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
