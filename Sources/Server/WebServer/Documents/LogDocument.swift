import CalculatorEngine
import RoomStore
import SharedRoom

/// The requested events as NDJSON. The first line is a snapshot if older events were compacted, or if the request
/// asks for one.
final class LogDocument: DocumentStream {
    private let reader: any LogReader
    private let log: StoredLog
    /// The room after the last event that was read.
    private var room: Room
    /// The first requested event.
    private let first: Int64
    /// The last event to read.
    private let last: Int64
    /// True until the snapshot is written, if there is one.
    private var needsSnapshot: Bool
    private(set) var steps = 0

    /// - Parameter count: The maximum number of events.
    init(
        of stored: StoredRoomState, _ reader: any LogReader, from first: Int64, count: Int,
        withSnapshot: Bool
    ) throws(StoreError) {
        self.reader = reader
        log = stored.log
        self.first = first
        room = try reader.room(before: first, of: log)
        let isCompacted = first <= room.sequence
        let newest = stored.room.sequence
        needsSnapshot = isCompacted || withSnapshot && first > 1 && first <= newest + 1
        let isWanted = count > 0 || needsSnapshot && !isCompacted
        last = !isWanted ? 0 : Int64(count) > newest - first ? newest : first + Int64(count) - 1
    }

    func write(to body: inout [UInt8]) throws(StoreError) -> Bool {
        writeSnapshotIfDue(to: &body)
        guard room.sequence < last else { return false }
        let page = try reader.events(after: room.sequence, of: log)
        guard !page.isEmpty else { throw .changed }
        for event in page where event.sequence <= last {
            guard event.sequence == room.sequence + 1 else { throw .damaged(log.name) }
            let outcome = room.apply(event)
            steps += outcome.steps
            guard event.sequence >= first else {
                writeSnapshotIfDue(to: &body)
                continue
            }
            let reason: VoidReason? =
                if case .void(let reason) = outcome.verdict { reason } else { nil }
            body += event.line(void: reason) + [RoomDocuments.newline]
        }
        return room.sequence < last
    }

    /// Writes the room before the first event, as soon as it is known.
    private func writeSnapshotIfDue(to body: inout [UInt8]) {
        guard needsSnapshot, room.sequence >= first - 1 else { return }
        needsSnapshot = false
        let snapshot = room.snapshot
        var writer = JSONWriter(capacity: snapshot.count * 4 / 3 + 128)
        writer.beginObject()
        writer.member("snapshot")
        writer.base64(snapshot)
        writer.member("seq", room.sequence)
        writer.member("epoch", hash: log.epoch)
        writer.member("rules", Room.rules)
        writer.member("hash", hash: room.hash)
        writer.endObject()
        body += writer.bytes + [RoomDocuments.newline]
    }
}
