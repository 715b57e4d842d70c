extension RoomFile {
    /// "Calc", the `application_id` of files.
    static let applicationID: Int64 = 0x4361_6C63

    /// The `user_version` of files.
    static let version: Int64 = 1

    static let schema = """
        -- `epoch` is part of every room's epoch, and changes if reported events may be lost. The other columns describe
        -- the last server.
        CREATE TABLE file (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            epoch INTEGER NOT NULL,
            place INTEGER NOT NULL,
            durability INTEGER NOT NULL,
            isRunning INTEGER NOT NULL,
            boot INTEGER NOT NULL
        );

        -- Rooms after their last compacted event. `oldest` is the first event in the history, and `milestone` the
        -- first one after the last snapshot there. `trials` counts the servers that began to apply the room's journal for
        -- the first time since the last one that succeeded. From 3 on, the room is set aside.
        CREATE TABLE rooms (
            id INTEGER PRIMARY KEY,
            name BLOB NOT NULL UNIQUE,
            trials INTEGER NOT NULL DEFAULT 0,
            day INTEGER NOT NULL,
            epoch INTEGER NOT NULL,
            rules INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            time INTEGER NOT NULL,
            oldest INTEGER NOT NULL,
            milestone INTEGER NOT NULL,
            historyBytes INTEGER NOT NULL,
            snapshot BLOB,
            checksum INTEGER NOT NULL
        );
        CREATE INDEX roomsByDay ON rooms (day);
        CREATE INDEX roomsOnTrial ON rooms (trials) WHERE trials > 0;

        -- Events that are not compacted, one row per room and commit.
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY,
            room INTEGER NOT NULL,
            first INTEGER NOT NULL,
            events BLOB NOT NULL,
            checksum INTEGER NOT NULL
        );

        -- Compacted events. Some rows have the snapshot before their first event.
        CREATE TABLE history (
            id INTEGER PRIMARY KEY,
            room INTEGER NOT NULL,
            first INTEGER NOT NULL,
            snapshot BLOB,
            events BLOB NOT NULL,
            checksum INTEGER NOT NULL
        );
        CREATE UNIQUE INDEX historyByRoom ON history (room, first);

        -- Lines that the tapes of rooms have dropped.
        CREATE TABLE tape (
            id INTEGER PRIMARY KEY,
            room INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            line BLOB NOT NULL,
            checksum INTEGER NOT NULL
        );
        CREATE UNIQUE INDEX tapeByRoom ON tape (room, sequence);

        -- Orders of other processes: forget a room (1), open it again although it was set aside (2).
        CREATE TABLE orders (
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,
            name BLOB NOT NULL,
            checksum INTEGER NOT NULL
        );
        """
}
