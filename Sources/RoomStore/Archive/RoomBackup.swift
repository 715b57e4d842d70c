import Glibc

/// Copies of the file of a store.
public enum RoomBackup {
    /// Makes a copy, whether a server has the file open or not: of everything that was durable at one
    /// moment, without anything that was deleted before. The target is whole in the end, or not there.
    ///
    /// - Returns: How many rooms it has.
    public static func make(of path: String, at target: String) throws(RoomFileError) -> Int64 {
        guard access(target, F_OK) != 0 else { throw .exists(path: target) }
        let copy = UnfinishedFile(for: target)
        defer { copy.remove() }
        try fill(copy, from: path)
        let count = try roomCount(in: copy.path)
        try copy.finish()
        return count
    }

    /// What was restored.
    public struct Restored: Equatable, Sendable {
        public var roomCount: Int64
        /// Where the file is now that was there before.
        public var old: String?
    }

    /// Puts a copy of a backup in the place of a file that no server has open. It has another life
    /// than the one from which the backup was made: what was told since then is not in it.
    ///
    /// - Parameters:
    ///   - replaces: Whether a file may be there, which is then kept beside it.
    ///   - today: In days since 1970. No room counts as unvisited for longer than since then.
    public static func restore(
        _ backup: String, to path: String, replacing replaces: Bool, today: Int64
    ) throws(RoomFileError) -> Restored {
        try checkIntegrity(of: backup)
        try RoomFile.checkFolder(of: path)
        let lock = try FileLock(of: path)
        defer { withExtendedLifetime(lock) {} }
        let isThere = access(path, F_OK) == 0
        guard replaces || !isThere else { throw .exists(path: path) }
        let copy = UnfinishedFile(for: path)
        defer { copy.remove() }
        try fill(copy, from: backup)
        try beginAnotherLife(copy.path, today)
        let count = try roomCount(in: copy.path)
        for made in [copy.path, path + "-lock"] { try giveAway(made, likeFolderOf: path) }
        let old = isThere ? try moveAway(path) : nil
        try copy.finish()
        return Restored(roomCount: count, old: old)
    }

    /// SQLite's own way of copying takes nothing along that is not in use, and waits for nobody.
    private static func fill(_ copy: UnfinishedFile, from path: String) throws(RoomFileError) {
        let source = try SQLiteConnection(existing: path, .reading)
        do throws(SQLiteFailure) {
            try source.run("VACUUM INTO CAST(? AS TEXT)", .bytes(Array(copy.path.utf8)))
        } catch {
            let isOfSource = error.isDamage
            throw RoomFileError(error, isOfSource ? path : copy.path)
        }
    }

    private static func roomCount(in path: String) throws(RoomFileError) -> Int64 {
        let connection = try SQLiteConnection(existing: path, .reading)
        do throws(SQLiteFailure) {
            return try connection.number("SELECT count(*) FROM rooms") ?? 0
        } catch {
            throw RoomFileError(error, path)
        }
    }

    private static func checkIntegrity(of path: String) throws(RoomFileError) {
        let connection = try SQLiteConnection(existing: path, .reading)
        do throws(SQLiteFailure) {
            let verdict = try connection.first("PRAGMA integrity_check(1)") { row in row.bytes(0) }
            guard verdict == Array("ok".utf8) else {
                // Before the fault stands in which database it is.
                let fault = verdict?.split(separator: UInt8(ascii: "\n")).last ?? []
                throw .damaged(String(decoding: fault, as: UTF8.self))
            }
        } catch {
            throw RoomFileError(error, path)
        }
    }

    private static func beginAnotherLife(_ path: String, _ today: Int64) throws(RoomFileError) {
        let connection = try SQLiteConnection(existing: path, .writing)
        do throws(SQLiteFailure) {
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.run(
                    "UPDATE file SET life = ?, place = ?, isRunning = 0",
                    .bits(.random(in: .min ... .max)), .number(FilePlace(path).file))
                try connection.noteVisits(today)
            }
        } catch {
            throw RoomFileError(error, path)
        }
    }

    /// What root has made belongs to whom the folder belongs: a server that keeps rooms there is not root.
    private static func giveAway(
        _ made: String, likeFolderOf path: String
    ) throws(RoomFileError) {
        guard geteuid() == 0 else { return }
        var folder = stat()
        guard stat(UnfinishedFile.folder(of: path), &folder) == 0,
            chown(made, folder.st_uid, folder.st_gid) == 0
        else { throw UnfinishedFile.failure(made) }
    }

    /// With the write-ahead log, if that is more than what is in the file by now.
    private static func moveAway(_ path: String) throws(RoomFileError) -> String {
        // The last connection that closes carries the log into the file, unless that is damaged.
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
                throw UnfinishedFile.failure(path + suffix)
            }
        }
        return old
    }
}
