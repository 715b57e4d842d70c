import CalculatorEngine
import RoomStore
public import SharedRoom

/// The lines of a tape, each with the keys that led to it, and the questions, computed from the event log.
///
/// The keys of a line are all applied keys of all participants since the previous line. Undone keys are
/// kept and marked, so that a class can discuss mistakes. A line waits until none of its keys can be undone or redone
/// any more, a question until it ends, and both until earlier entries are complete.
public struct Lesson: Equatable, Sendable {
    public struct Line: Equatable, Sendable {
        public fileprivate(set) var entry: TapeEntry
        /// Nil if some of the keys were pressed before the first event.
        public fileprivate(set) var keys: [Key]?
    }

    public enum Entry: Equatable, Sendable {
        case line(Line)
        case question(Question)
    }

    /// A pressed key, or another step of the calculator.
    public struct Key: Equatable, Sendable {
        public let sequence: Int64
        public let author: UInt32
        /// The author's name at that time.
        public let name: [UInt8]
        public let action: Action
        public fileprivate(set) var isUndone = false
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
        return Self.merged(lines.prefix(lineCount), questions.prefix(questionCount))
    }

    private static func merged(
        _ lines: ArraySlice<Line>, _ questions: ArraySlice<Question>
    ) -> [Entry] {
        var (entries, questions) = ([Entry](), questions)
        for line in lines {
            while let question = questions.first, question.sequence < line.entry.sequence {
                entries.append(.question(questions.removeFirst()))
            }
            entries.append(.line(line))
        }
        return entries + questions.map(Entry.question)
    }

    /// Returns the computation steps.
    mutating func apply(_ event: Event) -> Int {
        let start = room.tape.keptStart
        var question: Question?
        if case .endQuestion = event.action { question = Question(of: room, askedAt: timeAsked) }
        let outcome = room.apply(event)
        if outcome.verdict == .applied {
            addQuestion(question)
            add(event, after: start)
        }
        return outcome.steps
    }

    /// - Parameter start: The start of the tape before the event.
    private mutating func add(_ event: Event, after start: Int64) {
        if case .ask = event.action { timeAsked = event.time }
        if event.action.has(.input) {
            addKey(event)
        } else if event.action.has(.display) {
            room.history.forEachStep { step, isInEffect in
                mark(step.sequence, isUndone: !isInEffect)
            }
        }
        if room.tape.keptStart != start {
            // The tape was cleared. Older lines and keys are gone for good.
            let start = room.tape.keptStart
            lines = []
            keys.removeAll { $0.sequence < start }
            areKeysComplete = areKeysComplete || begin <= start
        }
        if let entry = room.tapeEntries.last, entry.sequence == event.sequence {
            if event.sequence >= first {
                lines.append(Line(entry: entry, keys: areKeysComplete ? keys : nil))
            }
            (keys, areKeysComplete) = ([], true)
        }
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
