import RoomServer
public import SharedRoom

/// The documents of a room as bytes, derived from the room alone. docs/http.md describes them.
public enum RoomDocuments {
    /// True if a request with this token may read the documents of the room. The room itself needs a token only while
    /// the door is shut, or spectators are not admitted.
    public static func mayRead(
        _ stored: StoredRoomState, with token: Fingerprint?, needsToken: Bool = false
    ) -> Bool {
        stored.room.mayBeRead(
            with: token, needsToken: needsToken, epoch: stored.epoch, secret: stored.secret,
            digest: Digest.sha256)
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
        room.writeQuestion(to: &writer)
        writer.endObject()
        return writer.bytes + [newline]
    }

    static let newline = UInt8(ascii: "\n")
}
