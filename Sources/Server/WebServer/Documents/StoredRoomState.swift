import CalculatorEngine
import RoomServer
import RoomStore
public import SharedRoom

/// A room that was read from a store.
public struct StoredRoomState: Equatable, Sendable {
    public let log: StoredLog
    let secret: UInt64
    public let room: Room
    /// The newest tape lines: those of the room, and those that it has dropped since the last compaction.
    let lines: [TapeEntry]
    /// True if the tape was cleared since the last compaction, so that the stored lines are gone.
    let hasClearedTape: Bool
    /// The computation steps that the opening took.
    let steps: Int

    public var epoch: UInt64 { log.epoch }

    /// Computes the room from its stored events. Nil if the stored room is damaged.
    public init?(_ name: RoomName, _ opened: OpenedRoom) {
        guard let compacted = Room.compact(opened.snapshot, opened.events),
            let room = Room(snapshot: compacted.snapshot),
            room.sequence == opened.events.last?.sequence ?? room.sequence
        else { return nil }
        log = StoredLog(name, opened)
        secret = opened.secret
        self.room = room
        lines = room.tape.isCleared ? [] : compacted.tape + room.tapeEntries
        hasClearedTape = compacted.clearsTape || room.tape.isCleared
        steps = compacted.steps
    }

    /// True if a request with this token may read the documents of the room. The room itself needs a token only while
    /// the door is shut, or spectators are not admitted.
    func mayBeRead(with token: Fingerprint?, needsToken: Bool = false) -> Bool {
        room.mayBeRead(
            with: token, needsToken: needsToken, epoch: epoch, secret: secret,
            digest: Digest.sha256)
    }
}
