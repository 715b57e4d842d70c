import SharedRoom

/// P3: events that were shown as confirmed survive every fault that the store promises to survive.
extension PromiseChecker {
    /// Checks that a reopened room has all events that were shown.
    func checkNothingLost(_ record: RoomRecord, _ opened: OpenedRoom) {
        guard opened.head < record.shown else { return }
        fail(.durable, in: record.name, "event \(record.shown) was shown and is lost")
    }

    /// Checks that the store has an event before a client sees it.
    func checkCommitted(_ sequence: Int64, _ record: RoomRecord, _ what: String) {
        guard sequence > record.head else { return }
        fail(.durable, in: record.name, "event \(sequence) is \(what) before the store has it")
    }
}
