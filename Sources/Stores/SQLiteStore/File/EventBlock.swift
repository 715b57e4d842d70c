import SharedRoom

/// Consecutive events of a room, as a row stores them: the text of a wire frame.
struct EventBlock {
    let first: Int64
    let text: [UInt8]

    init(first: Int64, text: [UInt8]) {
        self.first = first
        self.text = text
    }

    /// - Parameter events: At least one event.
    init(_ events: [Event]) {
        first = events.first?.sequence ?? 1
        text = events.frame
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

    /// The checksum of a row. It includes the numbers of the row and the room, so that exchanged rows are detected.
    func checksum(row: Int64, room: Int64, snapshot: [UInt8]? = nil) -> UInt64 {
        var hash = StateHash(UInt64(bitPattern: row))
        for number in [room, first] { hash.add(number) }
        hash.add(text)
        hash.add(snapshot: snapshot)
        return hash.value
    }
}
