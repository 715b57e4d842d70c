/// A table of SQLite and nothing else, beside which the store is measured.
package final class PlainTable {
    private let connection: SQLiteConnection

    package init?(_ path: String) {
        do throws(SQLiteFailure) {
            connection = try SQLiteConnection(path, .making)
            try connection.execute(
                """
                PRAGMA journal_mode = WAL;
                PRAGMA synchronous = FULL;
                CREATE TABLE lines (id INTEGER PRIMARY KEY, line BLOB NOT NULL);
                """)
        } catch {
            return nil
        }
    }

    /// A transaction with one row in it; tells whether it is on the disk.
    package func add(_ line: [UInt8]) -> Bool {
        do throws(SQLiteFailure) {
            try connection.transaction { () throws(SQLiteFailure) in
                try connection.run("INSERT INTO lines (line) VALUES (?)", .bytes(line))
            }
            return true
        } catch {
            return false
        }
    }
}
