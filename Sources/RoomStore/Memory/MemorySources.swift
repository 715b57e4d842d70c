import SharedRoom

/// What a memory store is given at its making.
struct MemorySources: Sendable {
    let clock: @Sendable () -> Int64
    let random: @Sendable () -> UInt64
    /// For read tokens.
    let secret: UInt64
    let eventsKeptMax: Int
    let fold: SnapshotFold
}
