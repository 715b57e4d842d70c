import CalculatorEngine
import RoomStore
import SharedRoom

/// The lines of a tape, oldest first: the last `count` lines before `sequence`. The newest ones are in the room, the
/// others in the store, which may have more than a document.
func tapeWriter(
    of stored: StoredRoomState, _ reader: any LogReader, _ lines: TapeWriter,
    before sequence: Int64 = .max, count: Int = HistoryLimits.tapeLinesMax
) throws(StoreError) -> DocumentWriter {
    let log = stored.log
    let ownLines = stored.lines.filter { $0.sequence < sequence }.suffix(count)
    let end = min(stored.lines.first?.sequence ?? stored.room.sequence + 1, sequence)
    var header = lines.header
    // The stored lines that are not written yet; nil if there are none.
    var range =
        stored.hasClearedTape
        ? nil
        : try reader.tapeRange(before: end, count: count - ownLines.count, of: log)
    return { (body, _) throws(StoreError) in
        body += header
        header = []
        guard let pages = range else {
            for line in ownLines { body += lines.line(line) }
            return false
        }
        let page = try reader.tape(pages, of: log)
        for line in page { body += lines.line(line) }
        range = pages.dropping(page)
        return true
    }
}

/// The lines of a tape with the keys that led to them, and the questions.
///
/// - Parameter first: The first event; 1 for the last events.
func lessonWriter(
    of stored: StoredRoomState, _ reader: any LogReader, _ lines: TapeWriter, from first: Int64
) throws(StoreError) -> DocumentWriter {
    let (log, count) = (stored.log, Int64(DocumentQuery.countMax))
    let newest = stored.room.sequence
    let begin = first == 1 ? max(1, newest - count + 1) : first
    let room = try reader.room(before: begin, of: log)
    let last = min(newest, max(begin, room.sequence + 1) + count - 1)
    var lesson = Lesson(after: room, from: begin, now: stored.room)
    var header = lines.header
    return { (body, steps) throws(StoreError) in
        body += header
        header = []
        if lesson.sequence < last {
            for event in try reader.page(after: lesson.sequence, through: last, of: log) {
                steps += lesson.apply(event)
            }
        }
        let isOver = lesson.sequence >= last
        for entry in lesson.takeEntries(isOver: isOver) { body += lines.entry(entry) }
        return !isOver
    }
}

/// The requested events as NDJSON. The first line is a snapshot if older events were compacted, or if the request
/// asks for one.
func logWriter(
    of stored: StoredRoomState, _ reader: any LogReader, _ query: DocumentQuery
) throws(StoreError) -> DocumentWriter {
    let (log, first, count) = (stored.log, query.from, Int64(query.count))
    let newest = stored.room.sequence
    // The room after the last event that was read.
    var room = try reader.room(before: first, of: log)
    let isCompacted = first <= room.sequence
    var needsSnapshot =
        isCompacted || query.withSnapshot && first > 1 && first <= newest + 1
    let isWanted = count > 0 || needsSnapshot && !isCompacted
    let last = !isWanted ? 0 : count > newest - first ? newest : first + count - 1

    /// Writes the room before the first event, as soon as it is known.
    func writeSnapshotIfDue(to body: inout [UInt8]) {
        guard needsSnapshot, room.sequence >= first - 1 else { return }
        needsSnapshot = false
        body += snapshotLine(of: room, epoch: log.epoch)
    }

    return { (body, steps) throws(StoreError) in
        writeSnapshotIfDue(to: &body)
        guard room.sequence < last else { return false }
        for event in try reader.page(after: room.sequence, through: last, of: log) {
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
}

private func snapshotLine(of room: Room, epoch: UInt64) -> [UInt8] {
    let snapshot = room.snapshot
    var writer = JSONWriter(capacity: snapshot.count * 4 / 3 + 128)
    writer.beginObject()
    writer.member("snapshot")
    writer.base64(snapshot)
    writer.member("seq", room.sequence)
    writer.member("epoch", hash: epoch)
    writer.member("rules", Room.rules)
    writer.member("hash", hash: room.hash)
    writer.endObject()
    return writer.bytes + [RoomDocuments.newline]
}

extension LogReader {
    /// The next page of events, none of them after `last`. It is empty only if the room was compacted in the meantime.
    fileprivate func page(
        after sequence: Int64, through last: Int64, of log: StoredLog
    ) throws(StoreError) -> ArraySlice<Event> {
        let page = try events(after: sequence, of: log).prefix { $0.sequence <= last }
        guard !page.isEmpty else { throw .changed }
        for (expected, event) in zip((sequence + 1)..., page) where event.sequence != expected {
            throw .damaged(log.name)
        }
        return page
    }
}
