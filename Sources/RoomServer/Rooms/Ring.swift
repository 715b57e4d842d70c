import SharedRoom

/// A room's last events as they go over the wire, each written once for everybody.
///
/// A session has no queue of its own, only the number of the last event that it was sent; what comes
/// after that is here. Beside each event stands the hash of the state after it, so that whoever comes
/// back with a number and a hash can be told whether they are still right.
struct Ring {
    struct Entry {
        let time: Int64
        /// What stands in a frame behind the time.
        let body: [UInt8]
        /// Of the state after it.
        let hash: UInt64

        /// What it takes in memory, or a little more.
        var byteCount: Int { 96 + body.count }
    }

    private var entries = Queue<Entry>()
    private(set) var byteCount = 0
    /// The number of the event before the first one, and the hash after it.
    private(set) var start: Int64
    private var startHash: UInt64

    init(after sequence: Int64, hash: UInt64) {
        start = sequence
        startHash = hash
    }

    var count: Int { entries.count }
    /// The number of the last event.
    var end: Int64 { start + Int64(entries.count) }

    mutating func append(_ entry: Entry, _ limits: ServiceLimits) {
        entries.append(entry)
        byteCount += entry.byteCount
        while entries.count > limits.ringEventsMax || byteCount > limits.ringBytesMax {
            guard let dropped = entries.removeFirst() else { return }
            byteCount -= dropped.byteCount
            start += 1
            startHash = dropped.hash
        }
    }

    /// Whether another event may push the first one out.
    func isFull(_ limits: ServiceLimits) -> Bool {
        entries.count >= limits.ringEventsMax
            || byteCount + Self.usualBytesMax > limits.ringBytesMax
    }

    /// Nearly every event takes less.
    private static let usualBytesMax = 512

    /// Whether everything after this event is here.
    func reaches(_ sequence: Int64) -> Bool {
        sequence >= start && sequence <= end
    }

    /// The hash of the state after this event; nil if that is not known any more.
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
            writer.append(entry.body)
            time = entry.time
        }
    }

    func byteCount(after sequence: Int64) -> Int {
        var count = 0
        for index in Int(sequence - start)..<entries.count { count += entries[index].byteCount }
        return count
    }
}
