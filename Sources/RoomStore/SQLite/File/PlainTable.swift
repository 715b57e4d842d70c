/// A plain SQLite table, for comparison in benchmarks.
package final class PlainTable {
    private let connection: SQLiteConnection

    package init?(_ path: String) {
        do throws(SQLiteFailure) {
            connection = try SQLiteConnection(path, .creating)
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

    /// Inserts a row in one transaction. Returns false if it failed.
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
