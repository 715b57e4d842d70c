/// The steps of a calculator, or of all bills, that can be undone and redone.
///
/// A step stores a patch instead of a state: the difference from the encoding after the step to the encoding
/// before it. Undoing a step computes the opposite patch for redoing it. Two hundred steps
/// therefore take a few kilobytes, and undo is as exact as the encoding.
public struct History: Equatable, Sendable {
    /// A change to the calculator or to a bill.
    public struct Step: Equatable, Sendable {
        public let signature: Signature
        /// The sequence number of the event.
        public let sequence: Int64
        /// The time of the event. A prediction does not know it, and no rule depends on it. So it takes no part in
        /// equality and in the hash.
        public let time: Int64
        /// The event of the first step that this step took back; nil if it is not a rewind.
        public var rewindsTo: Int64?
        /// Undoes the step; for an undone step, redoes it.
        var patch: Patch
    }

    private let stepsMax: Int
    private let bytesMax: Int
    private(set) var done = Queue<Step>()
    private(set) var undone = Queue<Step>()
    /// The size of both queues.
    private(set) var byteCount = 0
    /// The sum of the hashes of all steps.
    package private(set) var hash: UInt64 = 0

    init(
        stepsMax: Int = RoomLimits.historyStepsMax, bytesMax: Int = RoomLimits.historyBytesMax
    ) {
        self.stepsMax = stepsMax
        self.bytesMax = bytesMax
    }

    var isEmpty: Bool { done.isEmpty && undone.isEmpty }

    /// The event of the oldest step that can still be undone or redone; nil if there is none.
    public var oldestStep: Int64? { [done.first, undone.first].compactMap { $0?.sequence }.min() }

    /// The step that the next undo applies to.
    public var last: Step? { done.last }
    /// The last step that the author did not add after this event.
    public func last(ignoringStepsOf author: UInt32, after event: Int64) -> Signature? {
        var index = done.count - 1
        while index >= 0, done[index].signature.author == author, done[index].sequence > event {
            index -= 1
        }
        return index < 0 ? nil : done[index].signature
    }

    /// The step that the next redo applies to.
    public var lastUndone: Step? { undone.last }
}

extension History {
    /// The history with only the last step and the last undone one.
    var ends: History {
        var ends = History(stepsMax: stepsMax, bytesMax: bytesMax)
        if let last { ends.insert(last, isUndone: false) }
        if let lastUndone { ends.insert(lastUndone, isUndone: true) }
        return ends
    }

    /// Adds a new step. Steps that were undone before it can no longer be redone.
    mutating func append(_ step: Step) {
        while let dropped = undone.removeLast() { subtractFromTotals(dropped, isUndone: true) }
        insert(step, isUndone: false)
        trim()
    }

    /// Moves the last step to the undone steps, with the patch that redoes it.
    mutating func undo(_ redoPatch: Patch) {
        guard var step = done.removeLast() else { return }
        subtractFromTotals(step, isUndone: false)
        step.patch = redoPatch
        insert(step, isUndone: true)
        trim()
    }

    /// Moves the last undone step back, with the patch that undoes it.
    mutating func redo(_ undoPatch: Patch) {
        guard var step = undone.removeLast() else { return }
        subtractFromTotals(step, isUndone: true)
        step.patch = undoPatch
        insert(step, isUndone: false)
        trim()
    }

    /// Drops the oldest steps first; the undone steps are the newest.
    private mutating func trim() {
        while done.count + undone.count > stepsMax || byteCount > bytesMax {
            if let step = done.removeFirst() {
                subtractFromTotals(step, isUndone: false)
            } else if let step = undone.removeFirst() {
                subtractFromTotals(step, isUndone: true)
            }
        }
    }

    mutating func insert(_ step: Step, isUndone: Bool) {
        if isUndone { undone.append(step) } else { done.append(step) }
        addToTotals(step, isUndone: isUndone)
    }

    private mutating func addToTotals(_ step: Step, isUndone: Bool) {
        byteCount += step.byteCount
        hash &+= step.hash(isUndone: isUndone)
    }

    private mutating func subtractFromTotals(_ step: Step, isUndone: Bool) {
        byteCount -= step.byteCount
        hash &-= step.hash(isUndone: isUndone)
    }
}

/// Rewinding.
extension History {
    /// The steps from the one of this event on, last first, without steps that a rewind among them took back.
    /// Empty if the step is unknown, undone or taken back.
    public func steps(since: Int64) -> [Step] {
        let steps = effectiveSteps { $0.sequence >= since }
        return steps.last?.sequence == since ? steps : []
    }

    /// Calls `body` with every known step. A step is in effect unless it is undone or a rewind, itself in effect, took
    /// it back. Of the steps in effect, the last one comes first.
    public func forEachStep(_ body: (Step, _ isInEffect: Bool) -> Void) {
        var end = Int64.max
        for index in (0..<done.count).reversed() {
            let isInEffect = done[index].sequence < end
            if isInEffect, let since = done[index].rewindsTo { end = since }
            body(done[index], isInEffect)
        }
        for index in 0..<undone.count { body(undone[index], false) }
    }

    /// The steps in effect that fulfill the condition, last first.
    private func effectiveSteps(where isIncluded: (Step) -> Bool) -> [Step] {
        var steps: [Step] = []
        forEachStep { step, isInEffect in
            if isInEffect, isIncluded(step) { steps.append(step) }
        }
        return steps
    }

    /// True if the step can be undone or redone.
    package func has(_ signature: Signature) -> Bool {
        for index in 0..<done.count where done[index].signature == signature { return true }
        for index in 0..<undone.count where undone[index].signature == signature { return true }
        return false
    }

    /// The steps that removing a participant can take back: from their first step within the last minute of the
    /// calculator on. Empty if they made none.
    public func stepsToRewind(of participant: UInt32) -> [Step] {
        guard let last else { return [] }
        var steps = effectiveSteps { $0.time >= last.time - RoomLimits.rewindTime }
        while let first = steps.last, first.signature.author != participant { steps.removeLast() }
        return steps
    }

    /// The encoding of the calculator after the step; nil if the step is unknown or a patch does not fit.
    func encoding(after step: Signature, from encoding: [UInt8]) -> [UInt8]? {
        var index = done.count - 1
        while index > 0, done[index - 1].signature != step { index -= 1 }
        return index > 0
            ? self.encoding(beforeStepOf: done[index].sequence, from: encoding) : nil
    }

    /// The encoding of the calculator before the step of this event; nil if a patch does not fit.
    func encoding(beforeStepOf event: Int64, from encoding: [UInt8]) -> [UInt8]? {
        var encoding = encoding
        var index = done.count - 1
        while index >= 0, done[index].sequence >= event {
            guard let earlier = done[index].patch.applied(to: encoding) else { return nil }
            encoding = earlier
            index -= 1
        }
        return encoding
    }
}

extension History.Step {
    public static func == (one: History.Step, other: History.Step) -> Bool {
        one.signature == other.signature && one.sequence == other.sequence
            && one.rewindsTo == other.rewindsTo && one.patch == other.patch
    }

    /// The memory that the step takes, rounded up.
    var byteCount: Int { 48 + patch.middle.count }

    fileprivate func hash(isUndone: Bool) -> UInt64 {
        var hash = StateHash(UInt64(bitPattern: sequence))
        hash.add(UInt64(isUndone ? 1 : 0))
        hash.add(UInt64(signature.author) << 32 | UInt64(signature.pen))
        hash.add(signature.number)
        hash.add(rewindsTo ?? 0)
        hash.add(UInt64(patch.prefix) << 32 | UInt64(patch.suffix))
        hash.add(patch.middle)
        return hash.value
    }
}
