import SharedRoom

/// The frames of events of one room and one turn. Sessions that have the room equally far, and want
/// the same of it, are given the same bytes.
struct TurnFrames {
    /// Whether every frame of this turn has the hash.
    let isHashed: Bool
    /// Whether whoever has everything is sent the hash alone.
    let isHashAlone: Bool
    private let lastHashed: Int64
    /// The number of the last event, up to which every frame reaches.
    let end: Int64
    private var writtenView: RoomView?
    /// By the number of events that are missing, without and with a view; empty until written.
    private var plain: [[UInt8]] = []
    private var viewed: [[UInt8]] = []

    /// A hash is due when the last one is long ago or many events back, or when the room fell silent
    /// without one.
    init(_ room: borrowing EdgeRoom, _ limits: ServiceLimits, at now: Int64) {
        let sequence = room.room.sequence
        let last = room.hashed
        isHashed =
            sequence > last.sequence
            && (room.hashDeadline == .reached || now - last.time >= limits.hashPeriod
                || sequence - last.sequence >= limits.hashEventsMax)
        isHashAlone = isHashed && room.sent == sequence
        lastHashed = last.sequence
        end = sequence
    }

    /// The frame with all events after `cursor`, which the ring reaches.
    mutating func frame(
        of room: borrowing EdgeRoom, after cursor: Int64, wantsViews: Bool
    ) -> [UInt8] {
        let missing = Int(end - cursor)
        if let known = wantsViews ? viewed.written(missing) : plain.written(missing) {
            return known
        }
        let frame = write(room, after: cursor, view: wantsViews ? view(of: room) : nil)
        if wantsViews { viewed.put(frame, at: missing) } else { plain.put(frame, at: missing) }
        return frame
    }

    /// What is to be seen is worked out once, and only if somebody asks.
    mutating func view(of room: borrowing EdgeRoom) -> RoomView {
        if let writtenView { return writtenView }
        let view = room.room.view
        writtenView = view
        return view
    }

    /// Whoever missed the last hash gets this one.
    private func write(
        _ room: borrowing EdgeRoom, after cursor: Int64, view: RoomView?
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 128 + room.ring.byteCount(after: cursor))
        writer.beginFrame(first: cursor + 1)
        room.ring.write(after: cursor, to: &writer)
        let hash = isHashed || cursor < lastHashed ? room.room.hash : nil
        writer.endFrame(hash: hash, view: view)
        return writer.bytes
    }
}

extension [[UInt8]] {
    fileprivate func written(_ place: Int) -> [UInt8]? {
        place < count && !self[place].isEmpty ? self[place] : nil
    }

    fileprivate mutating func put(_ frame: [UInt8], at place: Int) {
        while count <= place { append([]) }
        self[place] = frame
    }
}
