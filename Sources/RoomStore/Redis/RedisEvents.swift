import SharedRoom

/// Events as Redis stores them: the time, and the text that follows it in a frame.
struct RedisEvents {
    private(set) var events: [Event] = []
    /// The first event of each append, by the number of the append.
    private(set) var appends: [[UInt8]: Int64] = [:]

    /// Decodes the entries of a stream, which are identified by sequence numbers.
    init?(rows: [RedisReply]) {
        guard !rows.isEmpty else { return }
        var first: Int64?
        var parts: [(time: Int64, body: [UInt8])] = []
        for row in rows {
            guard let entry = row.list, entry.count == 2, let fields = entry[1].list,
                fields.count >= 4, let time = fields[1].integer, let body = fields[3].bytes,
                let number = row.streamSequence
            else { return nil }
            first = first ?? number
            parts.append((time, body))
            if fields.count > 5, let append = fields[5].bytes { appends[append] = number }
        }
        guard let first, let events = Self.decoded(first, parts) else { return nil }
        self.events = events
    }

    /// Decodes events with the codec of frames. Nil if they are invalid.
    static func decoded(_ first: Int64, _ parts: [(time: Int64, body: [UInt8])]) -> [Event]? {
        // Frames have no negative numbers.
        guard first >= 0, parts.allSatisfy({ $0.time >= 0 }) else { return nil }
        var writer = JSONWriter(capacity: 64 + parts.reduce(0) { $0 + $1.body.count + 32 })
        writer.beginFrame(first: first)
        for part in parts {
            writer.beginEvent(at: part.time)
            writer.append(part.body)
        }
        writer.endFrame(hash: nil, view: nil)
        guard case .events(let frame)? = try? ServerMessage.decode(writer.bytes) else { return nil }
        return frame.events
    }
}
