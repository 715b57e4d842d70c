import SharedRoom

/// A room's last events as they go over the wire, each written once for everybody.
///
/// A session has no queue of its own, only the number of the last event that it was sent; what comes
/// after that is here. Beside each event stands the hash of the state after it, so that whoever comes
/// back with a number and a hash can be told whether they are still right.
///
/// All of them are written into one piece of memory, one behind the other: a piece for each would be
/// fetched from the system, and looked for by the processor, twice for every key.
struct Ring {
    private struct Entry {
        let time: Int64
        /// Of the state after it.
        let hash: UInt64
        /// Where its body ends, and the next one's begins, counted from the first body there ever was.
        let end: Int
    }

    private var entries = Queue<Entry>()
    /// What stands in frames behind the times, of all entries, and of what has left and is thrown away
    /// now and then.
    private var bodies: [UInt8] = []
    /// How many bytes were thrown away.
    private var thrownAway = 0
    /// Where the body of the first entry begins.
    private var bodiesStart = 0
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

    /// What is here, and as much again for what has left and is not thrown away yet.
    var byteCount: Int {
        2 * (entries.count * MemoryLayout<Entry>.stride + bodiesEnd - bodiesStart)
    }

    private var bodiesEnd: Int { thrownAway + bodies.count }

    mutating func append(
        _ body: [UInt8], at time: Int64, hash: UInt64, _ limits: ServiceLimits
    ) {
        bodies += body
        entries.append(Entry(time: time, hash: hash, end: bodiesEnd))
        while entries.count > limits.ringEventsMax || byteCount > limits.ringBytesMax {
            guard let dropped = entries.removeFirst() else { return }
            bodiesStart = dropped.end
            start += 1
            startHash = dropped.hash
        }
        throwAway()
    }

    /// Nothing moves before as much has left as stays.
    private mutating func throwAway() {
        let left = bodiesStart - thrownAway
        guard left > bodies.count / 2, left > 1_024 else { return }
        bodies.removeFirst(left)
        thrownAway = bodiesStart
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
            writer.append(bodies[(beginning(of: index) - thrownAway)..<(entry.end - thrownAway)])
            time = entry.time
        }
    }

    private func beginning(of index: Int) -> Int {
        index == 0 ? bodiesStart : entries[index - 1].end
    }

    /// What the bodies of all events after this one take.
    func byteCount(after sequence: Int64) -> Int {
        bodiesEnd - beginning(of: Int(sequence - start))
    }
}
