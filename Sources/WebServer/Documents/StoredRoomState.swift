import CalculatorEngine
import RoomStore
public import SharedRoom

/// A room that was read from a store, with the pages of its event log and tape that were requested.
public struct StoredRoomState: Equatable, Sendable {
    public let epoch: UInt64
    let secret: UInt64
    public let room: Room
    /// Empty unless requested.
    public var log = EventLogPage()
    /// The newest lines, in ascending order. Empty unless requested.
    public var tape: [TapeEntry] = []
    /// The lines that the room has dropped from its tape since the last compaction.
    private let dropped: [TapeEntry]
    private let hasClearedTape: Bool
    /// The computation steps that the opening took.
    let openingSteps: Int

    /// The maximum number of lines in a document. A stored tape can be longer.
    public static let tapeLinesMax = 10_000

    /// Computes the room from its stored events. Nil if the stored room is damaged.
    public init?(_ opened: OpenedRoom) {
        guard let folded = Room.fold(opened.snapshot, opened.events),
            let room = Room(snapshot: folded.snapshot),
            room.sequence == opened.events.last?.sequence ?? room.sequence
        else { return nil }
        epoch = opened.epoch
        secret = opened.secret
        self.room = room
        dropped = folded.tape
        hasClearedTape = folded.clearsTape
        openingSteps = folded.steps
    }

    /// Sets `tape` to the last `count` lines before `sequence`. Lines come from three places: the store, the
    /// lines that were dropped since the last compaction, and the room itself. The store may have returned
    /// its lines later than the room, so lines that are in two places are used once.
    public mutating func mergeTape(
        stored: [TapeEntry], before sequence: Int64 = .max, count: Int = tapeLinesMax
    ) {
        guard !room.tape.isCleared else { return }
        let own = dropped + room.tapeEntries
        let first = own.first?.sequence ?? room.sequence + 1
        let older = hasClearedTape ? [] : stored.filter { $0.sequence < first }
        tape = (older + own).filter { $0.sequence < sequence }.suffix(count)
    }
}
