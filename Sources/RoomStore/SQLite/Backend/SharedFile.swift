/// The state of the file that the thread of the backend shares with readers and checkpoints.
final class SharedFile: Sendable {
    let checkpointer: Checkpointer
    /// The rows of the journal, by room.
    private let journals = Guarded<[Int64: JournalRows]>([:])
    private let location = Guarded(FilePlace())

    /// The file that the store has open.
    var place: FilePlace {
        get { location.withLock { $0 } }
        set { location.withLock { $0 = newValue } }
    }

    init(_ options: SQLiteOptions) {
        checkpointer = Checkpointer(options)
    }

    func journal(of room: Int64) -> JournalRows {
        journals.withLock { $0[room] ?? JournalRows() }
    }

    func update(_ change: (inout [Int64: JournalRows]) -> Void) {
        journals.withLock(change)
    }
}
