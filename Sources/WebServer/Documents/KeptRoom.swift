import CalculatorEngine
import RoomStore
public import SharedRoom

/// A room as its log tells it, and what else was asked about it.
public struct KeptRoom: Equatable, Sendable {
    public let epoch: UInt64
    let secret: UInt64
    public let room: Room
    /// Empty unless it was asked for.
    public var log = KeptLog()
    /// The newest lines, in ascending order; empty unless they were asked for.
    public var tape: [TapeEntry] = []
    /// What the room has dropped from its tape since it was folded last.
    private let dropped: [TapeEntry]
    private let hasClearedTape: Bool

    /// A tape may be as long as a log; a document of it is not.
    public static let tapeLinesMax = 10_000

    /// Nil when the log makes no sense, which only a damaged one does.
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
    }

    /// Takes the tape's last lines before a number from those that a store keeps, maybe some moments later, from what was
    /// dropped since they were written there, and from what the room itself has.
    public mutating func takeTape(
        kept: [TapeEntry], before sequence: Int64 = .max, count: Int = tapeLinesMax
    ) {
        let own = dropped + room.tapeEntries
        let first = own.first?.sequence ?? room.sequence + 1
        let older = hasClearedTape ? [] : kept.filter { $0.sequence < first }
        tape = (older + own).filter { $0.sequence < sequence }.suffix(count)
    }
}
