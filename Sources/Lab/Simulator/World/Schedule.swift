/// A priority queue of tasks, ordered by time, and by insertion among tasks of the same time.
struct Schedule {
    private struct Entry {
        let time: Int64
        let order: UInt64
        let task: () -> Void

        func precedes(_ other: Entry) -> Bool {
            (time, order) < (other.time, other.order)
        }
    }

    /// A binary heap.
    private var entries: [Entry] = []
    private var lastOrder: UInt64 = 0

    var nextTime: Int64? { entries.first?.time }

    mutating func add(at time: Int64, _ task: @escaping () -> Void) {
        lastOrder += 1
        entries.append(Entry(time: time, order: lastOrder, task: task))
        var place = entries.count - 1
        while place > 0, entries[place].precedes(entries[(place - 1) / 2]) {
            entries.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func popFirst() -> (time: Int64, task: () -> Void)? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return (first.time, first.task)
    }

    private mutating func sink() {
        var place = 0
        while true {
            let left = 2 * place + 1
            guard left < entries.count else { return }
            let right = left + 1
            let isRight = right < entries.count && entries[right].precedes(entries[left])
            let child = isRight ? right : left
            guard entries[child].precedes(entries[place]) else { return }
            entries.swapAt(place, child)
            place = child
        }
    }
}
