import SharedRoom

/// P3: what anyone has been shown as confirmed survives whatever the store promises to survive.
extension Checks {
    /// What was shown is there after a crash.
    func checkDurable(_ record: RoomRecord, _ opened: OpenedRoom) {
        guard opened.head < record.shown else { return }
        fail(.durable, in: record.name, "event \(record.shown) was shown to somebody and is gone")
    }

    /// Nobody sees an event before the store has it.
    func checkDurable(_ sequence: Int64, _ record: RoomRecord, _ what: String) {
        guard sequence > record.head else { return }
        fail(.durable, in: record.name, "event \(sequence) is \(what) before the store has it")
    }
}
