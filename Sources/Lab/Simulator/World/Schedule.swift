/// A queue of tasks, ordered by time, and by insertion among tasks of the same time.
struct Schedule {
    /// The next task is the last one.
    private var entries: [(time: Int64, task: () -> Void)] = []

    var nextTime: Int64? { entries.last?.time }

    mutating func add(at time: Int64, _ task: @escaping () -> Void) {
        var range = entries.startIndex..<entries.endIndex
        while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
            range =
                entries[middle].time > time
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        entries.insert((time, task), at: range.lowerBound)
    }

    mutating func popFirst() -> (time: Int64, task: () -> Void)? { entries.popLast() }
}
