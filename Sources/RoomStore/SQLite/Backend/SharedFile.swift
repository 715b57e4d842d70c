/// The state of the file that the thread of the backend shares with readers and checkpoints.
final class SharedFile: Sendable {
    /// The rows of the journal, by room.
    private let journals = Guarded<[Int64: JournalRows]>([:])
    private let location = Guarded(FilePlace())
    private let awaitRestart: @Sendable () -> Void
    private let allow: @Sendable (Bool) -> Void

    /// The file that the store has open.
    var place: FilePlace {
        get { location.withLock { $0 } }
        set { location.withLock { $0 = newValue } }
    }

    init(_ checkpointer: Checkpointer) {
        awaitRestart = checkpointer.giveWay
        allow = checkpointer.allow
    }

    func journal(of room: Int64) -> JournalRows {
        journals.withLock { $0[room] ?? JournalRows() }
    }

    func update(_ change: (inout [Int64: JournalRows]) -> Void) {
        journals.withLock(change)
    }

    /// Waits while a checkpoint restarts the write-ahead log.
    func awaitLogRestart() { awaitRestart() }

    /// Forbids checkpoints while the log may have lost its durable copy.
    func allowCheckpoints(_ isAllowed: Bool) { allow(isAllowed) }
}
