import SharedRoom

/// Some events of a room that follow each other, as a row of the file has them: the same text as in
/// a frame on the wire.
struct EventBlock {
    let first: Int64
    let text: [UInt8]

    init(first: Int64, text: [UInt8]) {
        self.first = first
        self.text = text
    }

    /// There is at least one.
    init(_ events: [Event]) {
        first = events.first?.sequence ?? 1
        text = ServerMessage.events(EventFrame(first: first, events: events)).encoded
    }

    var events: [Event] {
        get throws(SQLiteFailure) {
            do throws(CodecError) {
                if case .events(let frame) = try ServerMessage.decode(text), frame.first == first {
                    return frame.events
                }
            } catch {}
            throw .damaged("events")
        }
    }

    /// - Parameters:
    ///   - row: The row's number, so that one row cannot pass for another.
    ///   - room: The room's number.
    func checksum(row: Int64, room: Int64, snapshot: [UInt8]? = nil) -> UInt64 {
        var hash = StateHash(UInt64(bitPattern: row))
        for number in [room, first] { hash.add(number) }
        hash.add(text)
        hash.add(snapshot: snapshot)
        return hash.value
    }
}
