import Glibc
public import RoomStore

/// Makes and restores backups of the file of a store.
public enum RoomBackup {
    /// Copies the committed rows of one moment, also while a server uses the file. The copy has no deleted data. If it
    /// fails, no target is created.
    public static func make(of path: String, at target: String) throws(StoreError) -> RoomCopy {
        try create(target) { (copy) throws(StoreError) in
            try fill(copy, from: path)
            return try checkedRooms(in: copy.path)
        }
    }

    /// Copies all rooms of an archive into a new file. Each has the state of one moment.
    ///
    /// - Parameter today: The day of the last visit to all rooms, in days since 1970.
    public static func make(
        of archive: any RoomArchive, at target: String, today: Int64
    ) throws(StoreError) -> RoomCopy {
        try create(target) { (copy) throws(StoreError) in
            let target = try FileTarget(copy.path, day: today)
            return try RoomCopier(from: archive, to: target).copyAll()
        }
    }

    private static func create(
        _ target: String, _ fill: (UnfinishedFile) throws(StoreError) -> RoomCopy
    ) throws(StoreError) -> RoomCopy {
        try RoomFile.checkFolder(of: target)
        guard access(target, F_OK) != 0 else { throw .exists(path: target) }
        let copy = UnfinishedFile(for: target)
        defer { copy.remove() }
        let result = try fill(copy)
        try copy.finish()
        return result
    }

    /// Copies a backup to the path of a file that no server uses. All rooms get new epochs, because events after the
    /// backup are lost.
    ///
    /// - Parameters:
    ///   - replaces: True if an existing file is renamed. Otherwise, it is an error.
    ///   - today: The new day of the last visit to all rooms, in days since 1970.
    public static func restore(
        _ backup: String, to path: String, replacing replaces: Bool, today: Int64
    ) throws(StoreError) -> RoomCopy {
        try checkIntegrity(of: backup)
        return try replace(path, replaces) { (copy) throws(StoreError) in
            try fill(copy, from: backup)
            try beginEpochs(copy.path, today)
            return try checkedRooms(in: copy.path)
        }
    }

    /// Copies all rooms of an archive to the path of a file that no server uses.
    public static func restore(
        _ archive: any RoomArchive, to path: String, replacing replaces: Bool, today: Int64
    ) throws(StoreError) -> RoomCopy {
        try replace(path, replaces) { (file) throws(StoreError) in
            let target = try FileTarget(file.path, day: today)
            return try RoomCopier(from: archive, to: target).copyAll()
        }
    }

    private static func replace(
        _ path: String, _ replaces: Bool,
        _ fill: (UnfinishedFile) throws(StoreError) -> RoomCopy
    ) throws(StoreError) -> RoomCopy {
        try RoomFile.checkFolder(of: path)
        let lock = try FileLock(of: path)
        defer { withExtendedLifetime(lock) {} }
        let isThere = access(path, F_OK) == 0
        guard replaces || !isThere else { throw .exists(path: path) }
        let copy = UnfinishedFile(for: path)
        defer { copy.remove() }
        var result = try fill(copy)
        for made in [copy.path, path + "-lock"] { try giveAway(made, likeFolderOf: path) }
        result.old = isThere ? try moveAway(path) : nil
        try copy.finish()
        return result
    }

    /// `VACUUM INTO` copies no deleted data, and neither waits for a writer nor delays it.
    private static func fill(_ copy: UnfinishedFile, from path: String) throws(StoreError) {
        let source = try SQLiteConnection(existing: path, .reading)
        do throws(SQLiteFailure) {
            try source.run("VACUUM INTO CAST(? AS TEXT)", .bytes(Array(copy.path.utf8)))
        } catch {
            throw StoreError(error, error.isDamage ? path : copy.path)
        }
    }

    /// Reads everything in a copy of a file, because SQLite copies damaged rows like others.
    private static func checkedRooms(in path: String) throws(StoreError) -> RoomCopy {
        let archive = try FileArchive(path)
        var copy = RoomCopy()
        for name in try archive.names {
            copy.roomCount += 1
            do throws(StoreError) {
                try archive.read(name)
            } catch {
                guard case .damaged(_, let what) = error else { throw error }
                copy.problems.append(
                    .init(name: name, why: "it is damaged (\(what))", isCopied: true))
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

    private static func beginEpochs(_ path: String, _ today: Int64) throws(StoreError) {
        let connection = try SQLiteConnection(existing: path, .writing)
        try StoreError.convert(path) { () throws(SQLiteFailure) in
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.run(
                    "UPDATE file SET epoch = ?, place = ?, isRunning = 0",
                    .bits(.random(in: .min ... .max)), .number(FilePlace(path).file))
                try connection.noteVisits(today)
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
