import Glibc
public import RoomStore

/// Makes and restores backups, which are files of a store.
public enum RoomBackup {
    /// Copies all rooms into a new file. If it fails, no file is created.
    public static func make(
        of source: any RoomArchive, at target: String
    ) throws(StoreError) -> RoomCopy {
        try RoomFile.checkFolder(of: target)
        guard access(target, F_OK) != 0 else { throw .exists(path: target) }
        let copy = UnfinishedFile(for: target)
        defer { copy.remove() }
        let result = try fill(copy, from: source)
        try copy.finish()
        return result
    }

    /// Copies all rooms to the path of a file that no server uses. All rooms count as visited today, so that a server does
    /// not forget the rooms of an old backup at once.
    ///
    /// - Parameter replaces: True if an existing file is renamed. Otherwise, it is an error.
    public static func restore(
        _ source: any RoomArchive, to path: String, replacing replaces: Bool
    ) throws(StoreError) -> RoomCopy {
        if source is FileArchive { try checkIntegrity(of: source.place) }
        try RoomFile.checkFolder(of: path)
        let lock = try FileLock(of: path)
        defer { withExtendedLifetime(lock) {} }
        let isThere = access(path, F_OK) == 0
        guard replaces || !isThere else { throw .exists(path: path) }
        let copy = UnfinishedFile(for: path)
        defer { copy.remove() }
        var result = try fill(copy, from: source)
        try change(copy) { (connection) throws(SQLiteFailure) in try connection.noteVisits(today) }
        for made in [copy.path, path + "-lock"] { try giveAway(made, likeFolderOf: path) }
        result.old = isThere ? try moveAway(path) : nil
        try copy.finish()
        return result
    }

    private static var today: Int64 { StoreOptions.systemClock() / 86_400_000 }

    /// A file is copied as it is, with damaged rooms.
    private static func fill(
        _ copy: UnfinishedFile, from source: any RoomArchive
    ) throws(StoreError) -> RoomCopy {
        guard source is FileArchive else {
            let file = try create(copy)
            return try source.copyRooms { (room) throws(StoreError) in
                try StoreError.convert(copy.path) { () throws(SQLiteFailure) in
                    try file.transaction { () throws(SQLiteFailure) in
                        try file.add(room, day: today)
                    }
                }
            }
        }
        try copyFile(source.place, to: copy)
        // Servers then take the copy for another file, and begin new epochs: it lacks the events after it.
        try change(copy) { (connection) throws(SQLiteFailure) in
            try connection.run("UPDATE file SET place = 0")
        }
        return try checkedRooms(in: copy.path)
    }

    /// `VACUUM INTO` copies the committed rows of one moment, and no deleted data. It neither waits for a writer nor
    /// delays it.
    private static func copyFile(
        _ path: String, to copy: UnfinishedFile
    ) throws(StoreError) {
        let source = try SQLiteConnection(existing: path, .reading)
        do throws(SQLiteFailure) {
            try source.run("VACUUM INTO CAST(? AS TEXT)", .bytes(Array(copy.path.utf8)))
        } catch {
            throw StoreError(error, error.isDamage ? path : copy.path)
        }
    }

    private static func create(_ copy: UnfinishedFile) throws(StoreError) -> SQLiteConnection {
        try StoreError.convert(copy.path) { () throws(SQLiteFailure) in
            let file = try SQLiteConnection(copy.path, .creating)
            // The file is synced when it is complete.
            try file.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
            try file.transaction { () throws(SQLiteFailure) in try RoomFile.createTables(file) }
            return file
        }
    }

    private static func change(
        _ copy: UnfinishedFile, _ body: (SQLiteConnection) throws(SQLiteFailure) -> Void
    ) throws(StoreError) {
        let connection = try SQLiteConnection(existing: copy.path, .writing)
        try StoreError.convert(copy.path) { () throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in try body(connection) }
        }
    }

    /// Reads everything in a copy of a file, because SQLite copies damaged rows like others.
    private static func checkedRooms(in path: String) throws(StoreError) -> RoomCopy {
        let archive = try FileArchive(path)
        var copy = RoomCopy()
        for name in try archive.names {
            copy.roomCount += 1
            do throws(StoreError) {
                _ = try archive.read(name)
            } catch {
                try copy.note(error, of: name, in: path, isCopied: true)
            }
        }
        return copy
    }

    private static func checkIntegrity(of path: String) throws(StoreError) {
        let connection = try SQLiteConnection(existing: path, .reading)
        try StoreError.convert(path) { () throws(SQLiteFailure) in
            let verdict = try connection.first("PRAGMA integrity_check(1)") { row in row.bytes(0) }
            guard verdict == Array("ok".utf8) else {
                // The first line names the database.
                let fault = verdict?.split(separator: UInt8(ascii: "\n")).last ?? []
                throw .damaged(String(decoding: fault, as: UTF8.self))
            }
        }
    }

    /// Gives a file that root has made to the owner of the folder, because servers do not run as root.
    private static func giveAway(
        _ made: String, likeFolderOf path: String
    ) throws(StoreError) {
        guard geteuid() == 0 else { return }
        var folder = stat()
        guard stat(UnfinishedFile.folder(of: path), &folder) == 0,
            chown(made, folder.st_uid, folder.st_gid) == 0
        else { throw .systemFailure(made) }
    }

    /// Renames the file, and its write-ahead log if it cannot be checkpointed.
    private static func moveAway(_ path: String) throws(StoreError) -> String {
        // Closing the last connection makes a checkpoint, unless the file is damaged.
        if let connection = try? SQLiteConnection(existing: path, .writing) {
            _ = try? connection.number("SELECT count(*) FROM rooms")
        }
        var old = "\(path).replaced"
        var number = 1
        while access(old, F_OK) == 0 {
            number += 1
            old = "\(path).replaced-\(number)"
        }
        for suffix in ["", "-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
            guard rename(path + suffix, old + suffix) == 0 else {
                throw .systemFailure(path + suffix)
            }
        }
        return old
    }
}

extension SQLiteConnection {
    /// Adds a room of another store.
    ///
    /// - Parameter day: The day of the last visit, in days since 1970.
    fileprivate func add(_ room: ArchivedRoom, day: Int64) throws(SQLiteFailure) {
        var row = RoomRow(
            id: try lastRow(of: "rooms") + 1, name: room.name, day: day,
            epoch: .random(in: .min ... .max),
            rules: room.rules, sequence: room.newest.sequence, time: room.time,
            oldest: room.parts[0].start.sequence + 1, snapshot: room.newest.snapshot)
        for part in room.parts.dropLast() {
            row.milestone = part.start.sequence + 1
            var snapshot = part.start.snapshot
            for events in part.events.groups(of: LogPage.rowsMax) {
                try appendHistory(events, after: snapshot, to: &row)
                snapshot = nil
            }
        }
        for events in room.parts[room.parts.count - 1].events.groups(of: LogPage.rowsMax) {
            _ = try append(events, to: row.id, row: try lastRow(of: "journal") + 1)
        }
        try appendTape(room.tape, of: row.id)
        try write(row)
    }
}
