import CalculatorEngine
import ExactNumbers
import SharedRoom

/// The event frames of one room in one tick. Sessions with the same cursor and the same wish for views share
/// the encoded bytes.
struct TickFrames {
    /// True if every frame of this tick contains the hash.
    let isHashed: Bool
    /// True if sessions that are up to date receive only the hash.
    let sendsHashToCurrent: Bool
    /// The sequence number of the last event of every frame.
    let end: Int64
    fileprivate let lastHashSequence: Int64
    /// The read token, set when a session has an older one.
    var read: Fingerprint?
    /// By the number of events, each without and with a view; empty until encoded.
    fileprivate var encoded: [[UInt8]] = []
}

// These methods are `mutating` only because they work in place: copying the room would take longer than
// encoding a frame.
extension EdgeRoom {
    /// Decides whether this tick's frames contain the hash. They do if the last one is too old or too many
    /// events ago. If the room became quiet without a hash, it is sent alone.
    mutating func makeTickFrames(_ limits: Limits, at now: Int64) -> TickFrames {
        let end = room.sequence
        let isHashed =
            end > lastHash.sequence
            && (hashDeadline == .reached
                || sentSequence < end
                    && (now - lastHash.time >= limits[.hashPeriod]
                        || end - lastHash.sequence >= limits[.hashEventsMax]))
        return TickFrames(
            isHashed: isHashed, sendsHashToCurrent: isHashed && sentSequence == end, end: end,
            lastHashSequence: lastHash.sequence)
    }

    /// The frame with all events after `cursor`, which the ring must reach.
    mutating func frame(
        after cursor: Int64, wantsViews: Bool, _ frames: inout TickFrames
    ) -> [UInt8] {
        let index = 2 * Int(frames.end - cursor) + (wantsViews ? 1 : 0)
        if index < frames.encoded.count, !frames.encoded[index].isEmpty {
            return frames.encoded[index]
        }
        let frame = encodeFrame(after: cursor, view: wantsViews ? view() : nil, frames)
        while frames.encoded.count <= index { frames.encoded.append([]) }
        frames.encoded[index] = frame
        return frame
    }

    /// The current view, computed only if a session wants views and its state has changed.
    mutating func view() -> RoomView {
        let state = ViewState(of: room)
        if let shown, shown.state == state { return shown.view }
        var work = Work(limit: EngineLimits.stepsMax)
        let view = room.view(&work)
        viewSteps += work.spent
        shown = (state, view)
        return view
    }

    /// A session that missed the last hash receives the hash in any case.
    private mutating func encodeFrame(
        after cursor: Int64, view: RoomView?, _ frames: TickFrames
    ) -> [UInt8] {
        let count = Int(frames.end - cursor)
        var writer = JSONWriter(capacity: 128 + 32 * count + ring.byteCount(after: cursor))
        writer.beginFrame(first: cursor + 1)
        ring.write(after: cursor, to: &writer)
        let hash = frames.isHashed || cursor < frames.lastHashSequence ? room.hash : nil
        let read = cursor < room.readTokenSequence ? frames.read : nil
        writer.endFrame(hash: hash, read: read, view: view)
        return writer.bytes
    }
}
