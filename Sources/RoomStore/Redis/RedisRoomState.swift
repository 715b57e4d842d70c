import SharedRoom

/// A room as Redis returns it.
struct RedisRoomState {
    let epoch: UInt64
    let head: Int64
    let rules: UInt32
    /// The last event in the snapshot.
    let compacted: Int64
    /// The snapshot; nil if only later events were requested.
    let form: [UInt8]?
    let events: [Event]
    /// The first event of each append, by the number of the append.
    let appends: [[UInt8]: Int64]
    /// The number of announcements so far.
    let announced: Int64
    let present: [UInt32: RedisPresence]

    /// Nil if the reply is invalid.
    init?(_ reply: RedisReply) {
        guard let parts = reply.list, parts.count == 8, let epoch = parts[0].text,
            let head = parts[1].integer, let rules = parts[2].integer,
            let compacted = parts[3].integer, let rows = parts[5].list,
            let announced = parts[6].integer, let fields = parts[7].list,
            let events = RedisEvents(rows: rows),
            // A larger number would overflow when it is increased.
            [head, compacted, announced].allSatisfy({ (0...RoomLimits.numberMax).contains($0) })
        else { return nil }
        self.epoch = UInt64(epoch, radix: 16) ?? 0
        self.head = head
        self.rules = UInt32(clamping: rules)
        self.compacted = compacted
        form = parts[4].bytes
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
    }
}

extension RedisRoomState {
    /// True if the events lead from the snapshot to the head.
    var isWhole: Bool {
        (events.first.map { $0.sequence == compacted + 1 || form == nil } ?? (head == compacted))
            && (events.last?.sequence ?? compacted) == head && (compacted == 0 || form != nil)
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
        people = Set(RedisWords.people(in: parts[1]))
    }
}
