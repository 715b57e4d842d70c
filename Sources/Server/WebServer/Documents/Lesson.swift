import CalculatorEngine
import RoomStore
import SharedRoom

/// The lines of a tape, each with the keys that led to it, and the questions, computed from the event log.
///
/// The keys of a line are all applied keys of all participants since the previous line. Undone keys are
/// kept and marked, so that a class can discuss mistakes. A line waits until none of its keys can be undone or redone
/// any more, a question until it ends, and both until earlier entries are complete.
struct Lesson: Equatable, Sendable {
    struct Line: Equatable, Sendable {
        fileprivate(set) var entry: TapeEntry
        /// Nil if some of the keys were pressed before the first event.
        fileprivate(set) var keys: [Key]?
    }

    enum Entry: Equatable, Sendable {
        case line(Line)
        case question(Question)

        fileprivate var sequence: Int64 {
            switch self {
            case .line(let line): line.entry.sequence
            case .question(let question): question.sequence
            }
        }
    }

    /// A pressed key, or another step of the calculator.
    struct Key: Equatable, Sendable {
        let sequence: Int64
        let author: UInt32
        /// The author's name at that time.
        let name: [UInt8]
        let action: Action
        fileprivate(set) var isUndone = false
    }

    private var room: Room
    /// The lines that can still change.
    private var lines: [Line] = []
    /// Ended questions that wait for earlier lines.
    private var questions: [Question] = []
    /// The time of the event that asked the current question.
    private var timeAsked: Int64?
    private var keys: [Key] = []
    /// True if `keys` has all keys since the previous line.
    private var areKeysComplete: Bool
    /// The event before the first one.
    private let begin: Int64
    /// The first event whose entry is wanted.
    private let first: Int64

    /// - Parameters:
    ///   - room: The room before the first event.
    ///   - first: The first event whose entry is wanted.
    ///   - now: The room after all events. Entries from before its tape was cleared are omitted.
    init(after room: Room, from first: Int64, now: Room) {
        self.room = room
        begin = room.sequence
        self.first = max(first, now.tape.start)
        // The first line has all its keys if the events begin where a line begins.
        let lineStarts = [0, room.tape.start, room.tape.lines.last?.sequence ?? 0]
        areKeysComplete = lineStarts.contains(begin)
    }

    /// The last event that was applied.
    var sequence: Int64 { room.sequence }

    /// Removes the entries that can no longer change, or all entries after the last event.
    mutating func takeEntries(isOver: Bool) -> [Entry] {
        if isOver { addQuestion(Question(of: room, askedAt: timeAsked)) }
        let end =
            isOver
            ? Int64.max : min(room.history.oldestStep ?? .max, room.question?.number ?? .max)
        let lineCount = lines.prefix { $0.entry.sequence < end }.count
        let questionCount = questions.prefix { $0.sequence < end }.count
        defer {
            lines.removeFirst(lineCount)
            questions.removeFirst(questionCount)
        }
        let entries =
            lines.prefix(lineCount).map(Entry.line)
            + questions.prefix(questionCount).map(Entry.question)
        return entries.sorted { $0.sequence < $1.sequence }
    }

    /// Returns the computation steps.
    mutating func apply(_ event: Event) -> Int {
        let start = room.tape.keptStart
        var question: Question?
        if case .endQuestion = event.action { question = Question(of: room, askedAt: timeAsked) }
        let outcome = room.apply(event)
        guard outcome.verdict == .applied else { return outcome.steps }
        addQuestion(question)
        if case .ask = event.action { timeAsked = event.time }
        if event.action.has(.input) {
            addKey(event)
        } else if event.action.has(.display) {
            room.history.forEachStep { mark($0.sequence, isUndone: !$1) }
        }
        if room.tape.keptStart != start { forgetEntries(before: room.tape.keptStart) }
        if let line = room.tape.lines.last, line.sequence == event.sequence { addLine(line) }
        return outcome.steps
    }

    /// Forgets lines and keys from before the tape was cleared. A line was written since, so the clearing can't be
    /// undone.
    private mutating func forgetEntries(before start: Int64) {
        lines = []
        keys.removeAll { $0.sequence < start }
        areKeysComplete = areKeysComplete || begin <= start
    }

    private mutating func addLine(_ line: Tape.Line) {
        if line.sequence >= first {
            lines.append(Line(entry: room.entry(of: line), keys: areKeysComplete ? keys : nil))
        }
        (keys, areKeysComplete) = ([], true)
    }

    private mutating func addQuestion(_ question: Question?) {
        if let question, question.sequence >= first { questions.append(question) }
    }

    private mutating func addKey(_ event: Event) {
        guard let author = event.signature?.author else { return }
        var action = event.action
        if case .showAnswer(_, let participant) = action {
            // As typed keys, because the name may be hidden.
            action = .type(Typing(room.people[participant]?.answer?.keys ?? [], after: nil))
        }
        keys.append(
            Key(
                sequence: event.sequence, author: author,
                name: room.people[author]?.name.bytes ?? [], action: action))
    }

    private mutating func mark(_ step: Int64, isUndone: Bool) {
        keys.mark(step, isUndone: isUndone)
        // The first line that is not before the step has its key.
        let index = lines.lowerBound { $0.entry.sequence < step }
        guard index < lines.count else { return }
        lines[index].keys?.mark(step, isUndone: isUndone)
        if lines[index].entry.sequence == step { lines[index].entry.isUndone = isUndone }
    }
}

extension [Lesson.Key] {
    fileprivate mutating func mark(_ step: Int64, isUndone: Bool) {
        let index = lowerBound { $0.sequence < step }
        if index < count, self[index].sequence == step { self[index].isUndone = isUndone }
    }
}
