import CalculatorEngine
import RoomStore
public import SharedRoom

/// The lines of a tape, each with the keys that made it, as a part of the log tells them.
///
/// A line's keys are all that was pressed since the line before it, whoever pressed it, what had no
/// effect left out. What was undone stays, and is marked, as a mistake on a wall is crossed out.
public struct Lesson: Equatable, Sendable {
    public struct Line: Equatable, Sendable {
        public fileprivate(set) var entry: TapeEntry
        /// Nil when some of them came before the part of the log that was read.
        public fileprivate(set) var keys: [Key]?
    }

    /// A key that was pressed, or another step of the calculator.
    public struct Key: Equatable, Sendable {
        public let sequence: Int64
        public let author: UInt32
        /// What the author was called then.
        public let name: [UInt8]
        public let action: Action
        public fileprivate(set) var isUndone = false
    }

    public private(set) var lines: [Line] = []
    private var keys: [Key] = []
    private var areKeysWhole = true

    /// Lines with lower numbers than the first one are left out. Nil when the log makes no sense, which
    /// only a damaged one does.
    init?(_ log: KeptLog, from first: Int64) {
        guard var room = Room(snapshot: log.snapshot) else { return nil }
        let begins = [0, room.tape.start, room.tape.lines.last?.sequence ?? 0]
        areKeysWhole = begins.contains(log.beginning)
        for event in log.events { take(event, in: &room) }
        lines.removeAll { $0.entry.sequence < first }
    }

    private mutating func take(_ event: Event, in room: inout Room) {
        let (done, undone) = (room.history.last?.sequence, room.history.lastUndone?.sequence)
        let (start, count) = (room.tape.start, room.tape.count)
        guard room.apply(event).verdict == .applied else { return }
        switch event.action {
        case .press, .keypad, .recall: add(event, in: room)
        case .undo: mark(done, isUndone: true)
        case .redo: mark(undone, isUndone: false)
        case .make, .enter, .name, .hand, .lock, .door, .spectators, .names, .show, .grant, .revoke,
            .host,
            .hostLink, .useLink, .remove, .clearTape, .startOver, .close, .delete, .bill:
            break
        }
        if room.tape.start != start {
            (lines, keys, areKeysWhole) = ([], [], true)
        } else if room.tape.count > count, let entry = room.tapeEntries.last {
            lines.append(Line(entry: entry, keys: areKeysWhole ? keys : nil))
            (keys, areKeysWhole) = ([], true)
        }
    }

    private mutating func add(_ event: Event, in room: Room) {
        guard let author = event.signature?.author else { return }
        keys.append(
            Key(
                sequence: event.sequence, author: author,
                name: room.people[author]?.name.bytes ?? [], action: event.action))
    }

    /// Undo goes back step by step, so what it meets is near the end.
    private mutating func mark(_ step: Int64?, isUndone: Bool) {
        for place in keys.indices.reversed() where keys[place].sequence == step {
            return keys[place].isUndone = isUndone
        }
        for place in lines.indices.reversed() {
            if lines[place].entry.sequence == step { lines[place].entry.isUndone = isUndone }
            guard let made = lines[place].keys?.lastIndex(where: { $0.sequence == step }) else {
                continue
            }
            lines[place].keys?[made].isUndone = isUndone
            return
        }
    }
}
