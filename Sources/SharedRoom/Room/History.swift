/// The steps that can be undone and redone.
///
/// A step keeps no state but a patch: what turns the calculator's binary form after the step into
/// the one before it. Undoing a step turns its patch around, for redoing it. So two hundred steps
/// take a few kilobytes, and a step is as exact as the binary form.
public struct History: Equatable, Sendable {
    /// What was done to the calculator.
    public struct Step: Equatable, Sendable {
        public let signature: Signature
        /// The number of the event.
        public let sequence: Int64
        /// The way back; of an undone step, the way forth.
        let patch: Patch
    }

    private(set) var done = Queue<Step>()
    private(set) var undone = Queue<Step>()
    /// What both take, and the sum of their hashes.
    private(set) var byteCount = 0
    private(set) var hash: UInt64 = 0

    /// The steps that the next undo and redo mean.
    public var last: Step? { done.last }
    public var lastUndone: Step? { undone.last }
}

extension History {
    /// A new step. What was undone before it is not done again.
    mutating func append(_ step: Step) {
        while let dropped = undone.removeLast() { uncount(dropped, isUndone: true) }
        put(step, isUndone: false)
        trim()
    }

    /// Moves the last step among the undone ones, with its way forth.
    mutating func undo(_ wayForth: Patch) {
        guard let step = done.removeLast() else { return }
        uncount(step, isUndone: false)
        let turned = Step(
            signature: step.signature, sequence: step.sequence, patch: wayForth)
        put(turned, isUndone: true)
        trim()
    }

    /// Moves the step that was undone last back, with its way back.
    mutating func redo(_ wayBack: Patch) {
        guard let step = undone.removeLast() else { return }
        uncount(step, isUndone: true)
        let turned = Step(signature: step.signature, sequence: step.sequence, patch: wayBack)
        put(turned, isUndone: false)
        trim()
    }

    /// The oldest steps go first; the undone ones were done last.
    private mutating func trim() {
        while done.count + undone.count > RoomLimits.historyStepsMax
            || byteCount > RoomLimits.historyBytesMax
        {
            if let step = done.removeFirst() {
                uncount(step, isUndone: false)
            } else if let step = undone.removeFirst() {
                uncount(step, isUndone: true)
            }
        }
    }

    mutating func put(_ step: Step, isUndone: Bool) {
        if isUndone { undone.append(step) } else { done.append(step) }
        count(step, isUndone: isUndone)
    }

    private mutating func count(_ step: Step, isUndone: Bool) {
        byteCount += step.byteCount
        hash &+= step.hash(isUndone: isUndone)
    }

    private mutating func uncount(_ step: Step, isUndone: Bool) {
        byteCount -= step.byteCount
        hash &-= step.hash(isUndone: isUndone)
    }
}

extension History.Step {
    /// As much as it takes in memory, or a little more.
    var byteCount: Int { 48 + patch.middle.count }

    fileprivate func hash(isUndone: Bool) -> UInt64 {
        var hash = StateHash(UInt64(bitPattern: sequence))
        hash.add(UInt64(isUndone ? 1 : 0))
        hash.add(UInt64(signature.author) << 32 | UInt64(signature.pen))
        hash.add(signature.count)
        hash.add(UInt64(patch.prefix) << 32 | UInt64(patch.suffix))
        hash.add(patch.middle)
        return hash.value
    }
}
