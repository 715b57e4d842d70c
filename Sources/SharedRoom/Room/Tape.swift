import CalculatorEngine
import ExactNumbers

/// What was worked out in a room: its last lines, and a hash of all of them.
///
/// Older lines are the store's to keep. The hash of all lines says that two replicas agree on them
/// too.
public struct Tape: Equatable, Sendable {
    public struct Line: Equatable, Sendable {
        /// The number of the event that wrote it.
        public let sequence: Int64
        public let author: UInt32
        public let time: Int64
        public let calculation: Calculation
        /// Whether the step that wrote it was undone.
        public internal(set) var isUndone = false
    }

    /// The number of the event that cleared the tape last, or 0.
    public private(set) var start: Int64 = 0
    /// Lines since then.
    public private(set) var count: Int64 = 0
    public private(set) var lines = Queue<Line>()
    private(set) var byteCount = 0
    /// Of all lines since the start, as they were written, one after the other.
    private(set) var runningHash: UInt64 = 0
    /// The sum of the hashes of the lines that are marked as undone.
    private(set) var undoneHash: UInt64 = 0

    public func line(_ sequence: Int64) -> Line? {
        index(of: sequence).map { lines[$0] }
    }
}

extension Tape {
    mutating func append(_ line: Line) {
        put(line)
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

    /// A line among those that are kept.
    mutating func put(_ line: Line) {
        lines.append(line)
        byteCount += line.byteCount
        if line.isUndone { undoneHash &+= line.hash }
    }

    /// What is known of all lines since the start.
    mutating func set(start: Int64, count: Int64, runningHash: UInt64) {
        self.start = start
        self.count = count
        self.runningHash = runningHash
    }

    mutating func clear(at sequence: Int64) {
        self = Tape()
        start = sequence
    }

    /// Marks the line of a step as undone, or as done again. Older lines are left as they are.
    mutating func mark(_ sequence: Int64, isUndone: Bool) {
        guard let index = index(of: sequence), lines[index].isUndone != isUndone else { return }
        lines[index].isUndone = isUndone
        undoneHash =
            isUndone
            ? undoneHash &+ lines[index].hash : undoneHash &- lines[index].hash
    }

    /// The lines ascend by their numbers; the one that is asked for is mostly among the last.
    private func index(of sequence: Int64) -> Int? {
        var index = lines.count - 1
        while index >= 0, lines[index].sequence > sequence { index -= 1 }
        return index >= 0 && lines[index].sequence == sequence ? index : nil
    }

    /// Tapes with the same hash have the same lines.
    public var hash: UInt64 {
        var hash = StateHash(runningHash)
        hash.add(undoneHash)
        hash.add(start)
        hash.add(count)
        hash.add(UInt64(lines.count))
        return hash.value
    }
}
