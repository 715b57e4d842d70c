import CalculatorEngine
import ExactNumbers

/// The tape: the last calculations of a room, and a hash of all of them.
///
/// A store keeps older lines. Because the hash covers all lines, replicas also agree on the older ones.
public struct Tape: Equatable, Sendable {
    public struct Line: Equatable, Sendable {
        /// The sequence number of the event that wrote the line.
        public let sequence: Int64
        public let author: UInt32
        public let time: Int64
        public let calculation: Calculation
        /// True if the step that wrote the line was undone.
        public internal(set) var isUndone = false
    }

    /// The sequence number of the event that last cleared the tape, or 0.
    public private(set) var start: Int64 = 0
    /// The number of lines since then, including dropped ones.
    public private(set) var count: Int64 = 0
    public private(set) var lines = Queue<Line>()
    private(set) var byteCount = 0
    /// The chained hash of all lines since the start, as they were written.
    private(set) var runningHash: UInt64 = 0
    /// The sum of the hashes of the lines that are marked as undone.
    private(set) var undoneHash: UInt64 = 0

    public func line(_ sequence: Int64) -> Line? {
        index(of: sequence).map { lines[$0] }
    }
}

extension Tape {
    mutating func append(_ line: Line) {
        insert(line)
        count += 1
        var hash = StateHash(runningHash)
        hash.add(line.hash)
        runningHash = hash.value
        while lines.count > RoomLimits.tapeLinesMax || byteCount > RoomLimits.tapeBytesMax {
            guard let dropped = lines.removeFirst() else { return }
            byteCount -= dropped.byteCount
            if dropped.isUndone { undoneHash &-= dropped.hash }
        }
    }

    /// Adds a line without counting it.
    mutating func insert(_ line: Line) {
        lines.append(line)
        byteCount += line.byteCount
        if line.isUndone { undoneHash &+= line.hash }
    }

    /// Sets the totals of all lines since the start.
    mutating func set(start: Int64, count: Int64, runningHash: UInt64) {
        self.start = start
        self.count = count
        self.runningHash = runningHash
    }

    mutating func clear(at sequence: Int64) {
        self = Tape()
        start = sequence
    }

    /// Marks the line of a step as undone or redone. Dropped lines are not affected.
    mutating func mark(_ sequence: Int64, isUndone: Bool) {
        guard let index = index(of: sequence), lines[index].isUndone != isUndone else { return }
        lines[index].isUndone = isUndone
        undoneHash =
            isUndone
            ? undoneHash &+ lines[index].hash : undoneHash &- lines[index].hash
    }

    /// A search from the end: the requested line is usually among the last.
    private func index(of sequence: Int64) -> Int? {
        var index = lines.count - 1
        while index >= 0, lines[index].sequence > sequence { index -= 1 }
        return index >= 0 && lines[index].sequence == sequence ? index : nil
    }

    /// Tapes with equal hashes have equal lines.
    public var hash: UInt64 {
        var hash = StateHash(runningHash)
        hash.add(undoneHash)
        hash.add(start)
        hash.add(count)
        hash.add(UInt64(lines.count))
        return hash.value
    }
}
