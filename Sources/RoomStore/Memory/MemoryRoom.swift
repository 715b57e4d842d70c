import SharedRoom

/// A room's log, and who has it open.
struct MemoryRoom {
    var log: MemoryLog
    var audience = Audience()

    init(epoch: UInt64) {
        self.init(log: MemoryLog(epoch: epoch))
    }

    init(log: MemoryLog) {
        self.log = log
    }

    /// Whether it need not be kept.
    var isUnused: Bool { log.isEmpty && audience.isEmpty }

    /// The room as the edge is told of it from now on.
    mutating func open(at edge: UInt32) -> OpenedRoom {
        OpenedRoom(
            epoch: log.epoch, snapshot: log.snapshot, events: log.events,
            present: audience.open(at: edge))
    }
}
