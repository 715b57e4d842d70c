import RoomServer
public import SharedRoom

/// The documents of a room as bytes, derived from the room alone. docs/http.md describes them.
public enum RoomDocuments {
    /// True if a request with this token may read the documents of the room.
    public static func mayRead(
        _ stored: StoredRoomState, with token: Fingerprint?
    ) -> Bool {
        stored.room.mayBeRead(
            with: token, epoch: stored.epoch, secret: stored.secret, digest: Digest.sha256)
    }

    /// The tape as NDJSON.
    public static func tapeNDJSON(of tape: [TapeEntry]) -> [UInt8] {
        tape.flatMap { $0.line + [newline] }
    }

    /// `{"seq":8,"at":1790000002250,"display":"5","expression":"7 +","keypad":"standard",…}`
    public static func state(of room: Room) -> [UInt8] {
        let display = room.calculator.display
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.member("seq", room.sequence)
        writer.member("at", room.time)
        writer.member("display", display.main.text)
        writer.member("expression", display.expression)
        writer.member("keypad", display.keypad.name)
        if let form = display.form { writer.member(form) }
        writer.member("locked", room.isLocked)
        writer.member("door", room.isDoorOpen)
        writer.member("closed", room.status == .closed)
        writer.member("people", Int64(room.people.all.count))
        writer.endObject()
        return writer.bytes + [newline]
    }

    /// The requested events as NDJSON. The first line is a snapshot if older events were compacted, or if
    /// the request asks for one.
    public static func log(
        of stored: StoredRoomState, from sequence: Int64, count: Int, withSnapshot: Bool = false
    ) -> [UInt8] {
        let log = stored.log
        var lines: [UInt8] = []
        if let room = log.startingRoom, withSnapshot || sequence <= log.snapshotSequence {
            lines += line(room, epoch: stored.epoch)
        }
        let skipped = max(0, sequence - log.snapshotSequence - 1)
        for event in log.events.dropFirst(Int(skipped)).prefix(count) {
            lines += event.line(void: log.voidReasons[event.sequence]) + [newline]
        }
        return lines
    }

    /// A line with a snapshot.
    private static func line(_ room: Room, epoch: UInt64) -> [UInt8] {
        let snapshot = room.snapshot
        var writer = JSONWriter(capacity: snapshot.count * 4 / 3 + 128)
        writer.beginObject()
        writer.member("snapshot")
        writer.base64(snapshot)
        writer.member("seq", room.sequence)
        writer.member("epoch", hash: epoch)
        writer.member("rules", Room.rules)
        writer.member("hash", hash: room.hash)
        writer.endObject()
        return writer.bytes + [newline]
    }

    static let newline = UInt8(ascii: "\n")
}
