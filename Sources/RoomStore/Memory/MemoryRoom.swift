import SharedRoom

/// A room's log, and who has it open. Whoever has the store's lock may change it.
final class MemoryRoom {
    var log: MemoryLog
    var audience = Audience()

    convenience init(epoch: UInt64) {
        self.init(log: MemoryLog(epoch: epoch))
    }

    init(log: MemoryLog) {
        self.log = log
    }

    /// Whether it need not be kept.
    var isUnused: Bool { log.isEmpty && audience.isEmpty }

    /// The room as the edge is told of it from now on.
    func open(at edge: UInt32, secret: UInt64) -> OpenedRoom {
        OpenedRoom(
            epoch: log.epoch, secret: secret, snapshot: log.snapshot, events: log.events,
            present: audience.open(at: edge))
    }
}
