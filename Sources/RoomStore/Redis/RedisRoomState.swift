import SharedRoom

/// What a reading of a room gives.
struct RedisRoomState {
    let epoch: UInt64
    let head: Int64
    let rules: UInt32
    /// The event up to which there is a snapshot.
    let folded: Int64
    /// Nil when nothing before it was asked for.
    let form: [UInt8]?
    let events: [Event]
    /// The numbers of the appends that they came by.
    let appends: Set<[UInt8]>
    let present: [UInt32: Set<UInt32>]

    /// Nil when that is none of ours.
    init?(_ reply: RedisReply) {
        guard let parts = reply.list, parts.count == 7, let epoch = parts[0].text,
            let head = parts[1].integer, let rules = parts[2].integer,
            let folded = parts[3].integer, let rows = parts[5].list, let fields = parts[6].list,
            let events = RedisEvents(rows: rows),
            // A larger number would overflow when it is increased.
            [head, folded].allSatisfy({ (0...RoomLimits.numberMax).contains($0) })
        else { return nil }
        self.epoch = UInt64(epoch, radix: 16) ?? 0
        self.head = head
        self.rules = UInt32(clamping: rules)
        self.folded = folded
        form = parts[4].bytes
        self.events = events.events
        appends = events.appends
        present = Dictionary(
            stride(from: 0, to: fields.count - 1, by: 2).compactMap { place in
                guard let edge = fields[place].integer, let people = fields[place + 1].bytes
                else { return nil }
                return (UInt32(clamping: edge), Set(RedisWords.people(in: people)))
            }, uniquingKeysWith: { $1 })
    }
}

extension RedisRoomState {
    /// Whether the events lead from the snapshot to the end.
    var isWhole: Bool {
        (events.first.map { $0.sequence == folded + 1 || form == nil } ?? (head == folded))
            && (events.last?.sequence ?? folded) == head && (folded == 0 || form != nil)
    }
}
