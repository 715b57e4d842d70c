import SharedRoom

/// The recent events of a room, each encoded once for all sessions.
///
/// A session has no queue of its own, only a cursor; its next events are here. Each event has the hash of the
/// state after it, so that the edge can check the copy of a client that reconnects with a sequence number and a
/// hash.
///
/// All events share one array of bytes. A separate array for each event would cost two allocations and cache
/// misses for every key.
struct Ring {
    private struct Entry {
        let time: Int64
        /// The hash of the state after the event.
        let hash: UInt64
        /// The end of the event's body, counted in bytes since the ring was created. The next body begins
        /// there.
        let end: Int
    }

    private var entries = Queue<Entry>()
    /// The encoded events without their times. Bodies of dropped events stay until `compact` removes them.
    private var bodies: [UInt8] = []
    /// The number of bytes that `compact` has removed.
    private var discardedByteCount = 0
    /// The beginning of the first entry's body.
    private var bodiesStart = 0
    /// The sequence number before the first entry, and the hash of the state after it.
    private(set) var start: Int64
    private var startHash: UInt64

    init(after sequence: Int64, hash: UInt64) {
        start = sequence
        startHash = hash
    }

    /// The sequence number of the last event.
    var end: Int64 { start + Int64(entries.count) }

    /// The memory in use. The factor allows for dropped bodies that are not removed yet.
    var byteCount: Int {
        2 * (entries.count * MemoryLayout<Entry>.stride + bodiesEnd - bodiesStart)
    }

    private var bodiesEnd: Int { discardedByteCount + bodies.count }

    mutating func append(
        _ body: [UInt8], at time: Int64, hash: UInt64, _ limits: Limits
    ) {
        bodies += body
        entries.append(Entry(time: time, hash: hash, end: bodiesEnd))
        while entries.count > limits[.ringEventsMax] || byteCount > limits[.ringBytesMax] {
            guard let dropped = entries.removeFirst() else { return }
            bodiesStart = dropped.end
            start += 1
            startHash = dropped.hash
        }
        compact()
    }

    /// Removes the bodies of dropped events once they take more than half of the array.
    private mutating func compact() {
        let unused = bodiesStart - discardedByteCount
        guard unused > bodies.count / 2, unused > 1_024 else { return }
        bodies.removeFirst(unused)
        discardedByteCount = bodiesStart
    }

    /// True if one more event may drop the first one.
    func isFull(_ limits: Limits) -> Bool {
        entries.count >= limits[.ringEventsMax]
            || byteCount + Self.typicalEventBytesMax > limits[.ringBytesMax]
    }

    /// Almost every event is smaller.
    private static let typicalEventBytesMax = 512

    /// True if the ring has all events after this one.
    func reaches(_ sequence: Int64) -> Bool {
        sequence >= start && sequence <= end
    }

    /// The hash of the state after this event; nil if the ring does not have it.
    func hash(after sequence: Int64) -> UInt64? {
        guard reaches(sequence) else { return nil }
        return sequence == start ? startHash : entries[Int(sequence - start) - 1].hash
    }

    /// Writes all events after this one.
    func write(after sequence: Int64, to writer: inout JSONWriter) {
        var time: Int64?
        for index in Int(sequence - start)..<entries.count {
            let entry = entries[index]
            writer.beginEvent(at: entry.time == time ? nil : entry.time)
            let start = beginning(of: index) - discardedByteCount
            writer.append(bodies[start..<(entry.end - discardedByteCount)])
            time = entry.time
        }
    }

    private func beginning(of index: Int) -> Int {
        index == 0 ? bodiesStart : entries[index - 1].end
    }

    /// The size of the bodies of all events after this one.
    func byteCount(after sequence: Int64) -> Int {
        bodiesEnd - beginning(of: Int(sequence - start))
    }
}
