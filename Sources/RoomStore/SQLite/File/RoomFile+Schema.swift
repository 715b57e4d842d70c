extension RoomFile {
    /// "Calc": what this program writes into the head of its files.
    static let applicationID: Int64 = 0x4361_6C63

    /// From each version of the file to the next. What was published is never changed; another step
    /// is added.
    static let schema = [
        """
        -- The file: `life` is part of every room's epoch, and changes when the file cannot vouch for
        -- what it reported. `names` is what the names of all rooms make together, so that damage to
        -- their index is noticed. The others say how the last server on it ended.
        CREATE TABLE file (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            life INTEGER NOT NULL,
            place INTEGER NOT NULL,
            durability INTEGER NOT NULL,
            isRunning INTEGER NOT NULL,
            names INTEGER NOT NULL
        );

        -- A room after the last event that was folded. `oldest` is the first event that history has,
        -- `milestone` the first one behind the last snapshot there.
        CREATE TABLE rooms (
            id INTEGER PRIMARY KEY,
            name BLOB NOT NULL UNIQUE,
            isSetAside INTEGER NOT NULL DEFAULT 0,
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

        -- Events of all rooms as they come, one row for a room and a commit, until they are folded.
        CREATE TABLE journal (
            id INTEGER PRIMARY KEY,
            room INTEGER NOT NULL,
            first INTEGER NOT NULL,
            events BLOB NOT NULL,
            checksum INTEGER NOT NULL
        );

        -- Events that were folded. Some rows have the room before their first event.
        CREATE TABLE history (
            id INTEGER PRIMARY KEY,
            room INTEGER NOT NULL,
            first INTEGER NOT NULL,
            last INTEGER NOT NULL,
            snapshot BLOB,
            events BLOB NOT NULL,
            checksum INTEGER NOT NULL
        );
        CREATE UNIQUE INDEX historyByRoom ON history (room, first);

        -- Lines that a room's own tape has no longer.
        CREATE TABLE tape (
            id INTEGER PRIMARY KEY,
            room INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            line BLOB NOT NULL,
            checksum INTEGER NOT NULL
        );
        CREATE UNIQUE INDEX tapeByRoom ON tape (room, sequence);

        -- A room whose events are just being applied for the first time after a start, in which life of
        -- the machine, and how often that was begun.
        CREATE TABLE trials (
            room INTEGER PRIMARY KEY,
            machine INTEGER NOT NULL,
            count INTEGER NOT NULL
        );

        -- What other processes ask of the one that serves: rooms to be forgotten (1), and rooms that
        -- were set aside to be put back (2).
        CREATE TABLE orders (
            id INTEGER PRIMARY KEY,
            kind INTEGER NOT NULL,
            name BLOB NOT NULL,
            checksum INTEGER NOT NULL
        );
        """
    ]
}
