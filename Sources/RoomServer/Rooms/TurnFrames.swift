import SharedRoom

/// The frames of events of one room and one turn. Sessions that have the room equally far, and want
/// the same of it, are given the same bytes.
struct TurnFrames {
    /// Whether every frame of this turn has the hash.
    let isHashed: Bool
    /// Whether whoever has everything is sent the hash alone.
    let isHashAlone: Bool
    /// The number of the last event, up to which every frame reaches.
    let end: Int64
    fileprivate let lastHashed: Int64
    /// The read token, once a session has an older one.
    var read: Fingerprint?
    fileprivate var view: RoomView?
    /// By the number of events that are missing, without and with a view; empty until written.
    fileprivate var plain: [[UInt8]] = []
    fileprivate var viewed: [[UInt8]] = []
}

// These would change nothing in a room but are `mutating` all the same, as everything that works
// where the room lies: a copy of it would take longer than a frame.
extension EdgeRoom {
    /// A hash goes with events when the last one is long ago or many events back, and alone when the
    /// room fell silent without one.
    mutating func framesOfTurn(_ limits: ServiceLimits, at now: Int64) -> TurnFrames {
        let end = room.sequence
        let isHashed =
            end > hashed.sequence
            && (hashDeadline == .reached
                || sent < end
                    && (now - hashed.time >= limits.hashPeriod
                        || end - hashed.sequence >= limits.hashEventsMax))
        return TurnFrames(
            isHashed: isHashed, isHashAlone: isHashed && sent == end, end: end,
            lastHashed: hashed.sequence)
    }

    /// The frame with all events after `cursor`, which the ring reaches.
    mutating func frame(
        after cursor: Int64, wantsViews: Bool, _ frames: inout TurnFrames
    ) -> [UInt8] {
        let missing = Int(frames.end - cursor)
        if let known = wantsViews ? frames.viewed.written(missing) : frames.plain.written(missing) {
            return known
        }
        let frame = write(after: cursor, view: wantsViews ? view(&frames) : nil, frames)
        if wantsViews {
            frames.viewed.put(frame, at: missing)
        } else {
            frames.plain.put(frame, at: missing)
        }
        return frame
    }

    /// What is to be seen is worked out once, and only if somebody asks.
    mutating func view(_ frames: inout TurnFrames) -> RoomView {
        if let view = frames.view { return view }
        let view = room.view
        frames.view = view
        return view
    }

    /// Whoever missed the last hash gets this one.
    private mutating func write(
        after cursor: Int64, view: RoomView?, _ frames: TurnFrames
    ) -> [UInt8] {
        let count = Int(frames.end - cursor)
        var writer = JSONWriter(capacity: 128 + 32 * count + ring.byteCount(after: cursor))
        writer.beginFrame(first: cursor + 1)
        ring.write(after: cursor, to: &writer)
        let hash = frames.isHashed || cursor < frames.lastHashed ? room.hash : nil
        let read = cursor < room.readTokenSequence ? frames.read : nil
        writer.endFrame(hash: hash, read: read, view: view)
        return writer.bytes
    }
}

extension [[UInt8]] {
    fileprivate func written(_ place: Int) -> [UInt8]? {
        place < count && !self[place].isEmpty ? self[place] : nil
    }

    fileprivate mutating func put(_ frame: [UInt8], at place: Int) {
        if count <= place { self += repeatElement([], count: place + 1 - count) }
        self[place] = frame
    }
}
