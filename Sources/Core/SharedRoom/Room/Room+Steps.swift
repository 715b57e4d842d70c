import CalculatorEngine
import ExactNumbers

/// Steps of the calculator, which can be undone.
extension Room {
    mutating func press(
        _ key: Key, by signature: Signature, _ work: inout Work
    ) -> VoidReason? {
        let calculation = calculator.press(key, &work).calculation
        recordStep(calculation, by: signature)
        return nil
    }

    mutating func change(
        to keypad: Keypad, by signature: Signature, _ work: inout Work
    ) -> VoidReason? {
        let unfinished = calculator.change(to: keypad, &work)
        recordStep(unfinished, by: signature)
        return nil
    }

    mutating func recall(_ sequence: Int64, by signature: Signature) -> VoidReason? {
        guard let line = tape.line(sequence), case .number(let number, _) = line.calculation.outcome
        else { return .line }
        calculator.recall(number)
        recordStep(nil, by: signature)
        return nil
    }

    /// Replays the keys as one step. The event is void if the author has not seen the last step, or if the keys
    /// need more work than one key may cause.
    mutating func type(
        _ typing: Typing, by signature: Signature, _ work: inout Work
    ) -> VoidReason? {
        guard typing.last == history.last?.signature else { return .step }
        guard let outcome = calculator.replay(typing.keys, &work) else { return .work }
        recordStep(outcome.calculation, by: signature)
        return nil
    }

    /// Adds the calculation, if any, to the tape, and the step to the history unless only the notice
    /// changed. The author of the line is the author of the step, unless given.
    mutating func recordStep(
        _ calculation: Calculation?, by signature: Signature, author: UInt32? = nil
    ) {
        let before = encodedCalculator
        updateEncodedCalculator()
        let patch = Patch(from: encodedCalculator, to: before)
        if !changesOnlyNotice(patch) {
            history.append(
                History.Step(signature: signature, sequence: sequence, time: time, patch: patch))
        }
        guard let calculation else { return }
        tape.append(
            Tape.Line(
                sequence: sequence, author: author ?? signature.author, time: time,
                calculation: calculation))
    }

    /// Undoes the step of the calculator or of a bill with this signature. The event is void if it is not the last
    /// one: two people who undo the same mistake undo it once.
    mutating func undo(_ signature: Signature) -> VoidReason? {
        if changeBills({ $0.undo(signature) }) { return nil }
        guard let step = history.last, step.signature == signature,
            let inverse = restore(step.patch)
        else { return .step }
        history.undo(inverse)
        markLines()
        return nil
    }

    mutating func redo(_ signature: Signature) -> VoidReason? {
        if changeBills({ $0.redo(signature) }) { return nil }
        guard let step = history.lastUndone, step.signature == signature,
            let inverse = restore(step.patch)
        else { return .step }
        history.redo(inverse)
        markLines()
        return nil
    }

    /// Marks the lines of the steps that are undone or taken back, and of no others.
    private mutating func markLines() {
        history.forEachStep { step, isInEffect in
            tape.mark(step.sequence, isUndone: !isInEffect)
        }
    }

    /// Takes the calculator back to before the step of this event, as one step. Has no effect if the step is
    /// undone or forgotten.
    mutating func rewind(to since: Int64, by signature: Signature) {
        let before = encodedCalculator
        guard !history.steps(since: since).isEmpty,
            let encoded = history.encoding(beforeStepOf: since, from: before),
            var calculator = Calculator(encoded: encoded)
        else { return }
        calculator.clearNotice()
        setCalculator(calculator)
        history.append(
            History.Step(
                signature: signature, sequence: sequence, time: time, rewindsTo: since,
                patch: Patch(from: encodedCalculator, to: before)))
        markLines()
    }

    /// Restores the calculator that the patch describes, and returns the opposite patch; nil if the patch
    /// does not fit.
    private mutating func restore(_ patch: Patch) -> Patch? {
        let before = encodedCalculator
        guard let after = patch.applied(to: before), var calculator = Calculator(encoded: after)
        else { return nil }
        calculator.clearNotice()
        setCalculator(calculator)
        return Patch(from: encodedCalculator, to: before)
    }

    /// The calculator right after a step. Nil if the step is forgotten, was undone, or changed nothing.
    public func calculator(after step: Signature) -> Calculator? {
        guard history.last?.signature != step else { return calculator }
        return history.encoding(after: step, from: encodedCalculator).flatMap {
            Calculator(encoded: $0)
        }
    }

    /// The notice is the last byte of the encoding.
    private func changesOnlyNotice(_ patch: Patch) -> Bool {
        patch.prefix + 1 >= encodedCalculator.count && patch.count == encodedCalculator.count
    }
}
