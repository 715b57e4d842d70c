import SharedRoom

/// A room as Redis returns it.
struct RedisRoomState {
    let epoch: UInt64
    /// The last event that was published.
    let head: Int64
    /// The last event. It is later than the head while replicas have not confirmed it.
    let last: Int64
    let rules: UInt32
    /// The last event in the snapshot.
    let compacted: Int64
    /// The snapshot; nil if only later events were requested.
    let snapshot: [UInt8]?
    let events: [Event]
    /// The first event of each append, by the number of the append.
    let appends: [[UInt8]: Int64]
    /// The number of announcements so far.
    let announced: Int64
    let present: [UInt32: RedisPresence]
    /// 0 if Redis has none.
    let storeEpoch: UInt64

    /// Nil if the reply is invalid.
    init?(_ reply: RedisReply) {
        guard let parts = reply.list, parts.count == 10, let text = parts[0].text,
            let head = parts[1].integer, let rules = parts[2].integer,
            let compacted = parts[3].integer, let rows = parts[5].list,
            let announced = parts[6].integer, let fields = parts[7].list,
            let last = parts[9].integer,
            let events = RedisEvents(rows: rows),
            // A larger number would overflow when it is increased.
            [head, last, compacted, announced].allSatisfy({
                (0...RoomLimits.numberMax).contains($0)
            })
        else { return nil }
        self.epoch = UInt64(text, radix: 16) ?? 0
        self.head = head
        self.last = last
        self.rules = UInt32(clamping: rules)
        self.compacted = compacted
        snapshot = parts[4].bytes
        self.events = events.events
        appends = events.appends
        self.announced = announced
        present = Dictionary(
            stride(from: 0, to: fields.count - 1, by: 2).compactMap { place in
                guard let edge = fields[place].integer,
                    let presence = fields[place + 1].bytes.flatMap({ RedisPresence($0) })
                else { return nil }
                return (UInt32(clamping: edge), presence)
            }, uniquingKeysWith: { $1 })
        storeEpoch = parts[8].epoch ?? 0
    }
}

extension RedisRoomState {
    /// True if the events lead from the snapshot to the head.
    var isWhole: Bool {
        (events.first.map { $0.sequence == compacted + 1 || snapshot == nil } ?? (head == compacted))
            && (events.last?.sequence ?? compacted) == head && (compacted == 0 || snapshot != nil)
    }

    /// The room as edges and readers receive it.
    var opened: OpenedRoom {
        OpenedRoom(
            epoch: epoch ^ storeEpoch, secret: storeEpoch, snapshot: snapshot, events: events)
    }
}

/// The participants at an edge, and the connection over which its node has announced them: `7:3,17`.
struct RedisPresence {
    let connection: Int64
    let people: Set<UInt32>

    /// Nil if the text is invalid.
    init?(_ text: some Collection<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2,
            let connection = Int64(String(decoding: parts[0], as: UTF8.self))
        else { return nil }
        self.connection = connection
        people = Set(
            parts[1].split(separator: UInt8(ascii: ",")).compactMap {
                UInt32(String(decoding: $0, as: UTF8.self))
            })
    }
}

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

extension RedisReply {
    /// The sequence number in the identifier of a stream's entry: 7 in `0-7`.
    var streamSequence: Int64? {
        list?.first?.text?.split(separator: "-").last.flatMap { Int64($0) }
    }
}
