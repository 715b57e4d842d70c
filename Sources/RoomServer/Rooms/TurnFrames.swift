import SharedRoom

/// The frames of events of one room and one turn. Sessions that have the room equally far, and want
/// the same of it, are given the same bytes.
struct TurnFrames {
    /// Whether every frame of this turn has the hash.
    let isHashed: Bool
    /// Whether whoever has everything is sent the hash alone.
    let isHashAlone: Bool
    private let lastHashed: Int64
    /// Parts of the room as the turn left it, and not the room: its members change while these are
    /// written, and their list must not be copied for that.
    private let replica: Room
    private let ring: Ring
    private var writtenView: RoomView?
    /// By the number of events that are missing, without and with a view; empty until written.
    private var plain: [[UInt8]] = []
    private var viewed: [[UInt8]] = []

    /// A hash is due when the last one is long ago or many events back, or when the room fell silent
    /// without one.
    init(_ room: EdgeRoom, _ limits: ServiceLimits, at now: Int64) {
        let sequence = room.room.sequence
        let last = room.hashed
        isHashed =
            sequence > last.sequence
            && (room.hashDeadline == .reached || now - last.time >= limits.hashPeriod
                || sequence - last.sequence >= limits.hashEventsMax)
        isHashAlone = isHashed && room.sent == sequence
        lastHashed = last.sequence
        replica = room.room
        ring = room.ring
    }

    /// The number of the last event, up to which every frame reaches.
    var end: Int64 { replica.sequence }

    /// The frame with all events after `cursor`, which the ring reaches.
    mutating func frame(after cursor: Int64, wantsViews: Bool) -> [UInt8] {
        let missing = Int(end - cursor)
        if let known = wantsViews ? viewed.written(missing) : plain.written(missing) {
            return known
        }
        let frame = write(after: cursor, view: wantsViews ? view : nil)
        if wantsViews { viewed.put(frame, at: missing) } else { plain.put(frame, at: missing) }
        return frame
    }

    /// What is to be seen is worked out once, and only if somebody asks.
    var view: RoomView {
        mutating get {
            if let writtenView { return writtenView }
            let view = replica.view
            writtenView = view
            return view
        }
    }

    /// Whoever missed the last hash gets this one.
    private func write(after cursor: Int64, view: RoomView?) -> [UInt8] {
        var writer = JSONWriter(capacity: 128 + ring.byteCount(after: cursor))
        writer.beginFrame(first: cursor + 1)
        ring.write(after: cursor, to: &writer)
        let hash = isHashed || cursor < lastHashed ? replica.hash : nil
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
