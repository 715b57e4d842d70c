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

    /// The event after which the kept lines begin, or 0. A clearing counts once the next line is written.
    public private(set) var keptStart: Int64 = 0
    /// The number of lines since then, including dropped ones.
    private(set) var keptCount: Int64 = 0
    /// The last lines. A cleared tape keeps them until the next line is written.
    public private(set) var keptLines = Queue<Line>()
    /// The event that cleared the tape; nil if a line was written or the tape was restored since.
    private(set) var clearedAt: Int64?
    private(set) var byteCount = 0
    /// The chained hash of all lines since the start, as they were written.
    private(set) var runningHash: UInt64 = 0
    /// The sum of the hashes of the lines that are marked as undone.
    private(set) var undoneHash: UInt64 = 0

    init(start: Int64 = 0) {
        keptStart = start
    }

    /// The event that last cleared the tape, or 0.
    public var start: Int64 { clearedAt ?? keptStart }
    /// The number of lines since then, including dropped ones.
    public var count: Int64 { isCleared ? 0 : keptCount }
    public var lines: Queue<Line> { isCleared ? Queue() : keptLines }
    public var isCleared: Bool { clearedAt != nil }
    /// True if the last clearing removed lines that can be restored.
    public var isRestorable: Bool { isCleared && keptCount > 0 }

    public func line(_ sequence: Int64) -> Line? {
        isCleared ? nil : index(of: sequence).map { keptLines[$0] }
    }
}

extension Tape {
    mutating func append(_ line: Line) {
        if let clearedAt { self = Tape(start: clearedAt) }
        insert(line)
        keptCount += 1
        var hash = StateHash(runningHash)
        hash.add(line.hash)
        runningHash = hash.value
        while keptLines.count > RoomLimits.tapeLinesMax || byteCount > RoomLimits.tapeBytesMax {
            guard let dropped = keptLines.removeFirst() else { return }
            byteCount -= dropped.byteCount
            if dropped.isUndone { undoneHash &-= dropped.hash }
        }
    }

    /// Adds a line without counting it.
    mutating func insert(_ line: Line) {
        keptLines.append(line)
        byteCount += line.byteCount
        if line.isUndone { undoneHash &+= line.hash }
    }

    /// Sets the totals of all lines since the start.
    mutating func set(count: Int64, runningHash: UInt64, clearedAt: Int64?) {
        keptCount = count
        self.runningHash = runningHash
        self.clearedAt = clearedAt
    }

    mutating func clear(at sequence: Int64) {
        clearedAt = sequence
    }

    /// Brings back the lines that the last clearing removed. Returns false if there are none.
    mutating func restore() -> Bool {
        guard isRestorable else { return false }
        clearedAt = nil
        return true
    }

    /// Marks the line of a step as undone or redone. Dropped lines are not affected.
    mutating func mark(_ sequence: Int64, isUndone: Bool) {
        guard let index = index(of: sequence), keptLines[index].isUndone != isUndone else { return }
        keptLines[index].isUndone = isUndone
        let hash = keptLines[index].hash
        undoneHash = isUndone ? undoneHash &+ hash : undoneHash &- hash
    }

    /// A search from the end: the requested line is usually among the last.
    private func index(of sequence: Int64) -> Int? {
        var index = keptLines.count - 1
        while index >= 0, keptLines[index].sequence > sequence { index -= 1 }
        return index >= 0 && keptLines[index].sequence == sequence ? index : nil
    }

    /// Tapes with equal hashes have equal lines.
    public var hash: UInt64 {
        var hash = StateHash(runningHash)
        hash.add(undoneHash)
        hash.add(keptStart)
        hash.add(keptCount)
        hash.add(UInt64(keptLines.count))
        hash.add(clearedAt ?? 0)
        return hash.value
    }
}
