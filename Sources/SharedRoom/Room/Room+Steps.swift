import CalculatorEngine
import ExactNumbers

/// Steps of the calculator, which undo reaches.
extension Room {
    mutating func press(
        _ key: Key, by signature: Signature, _ work: inout Work
    ) -> VoidReason? {
        let calculation = calculator.press(key, &work).calculation
        finishStep(calculation, by: signature)
        return nil
    }

    mutating func change(
        to keypad: Keypad, by signature: Signature, _ work: inout Work
    ) -> VoidReason? {
        let unfinished = calculator.change(to: keypad, &work)
        finishStep(unfinished, by: signature)
        return nil
    }

    mutating func recall(_ sequence: Int64, by signature: Signature) -> VoidReason? {
        guard let line = tape.line(sequence), case .number(let number, _) = line.calculation.outcome
        else { return .line }
        calculator.recall(number)
        finishStep(nil, by: signature)
        return nil
    }

    /// Puts the step among those that can be undone, unless it changed nothing but the notice, and
    /// its calculation on the tape.
    private mutating func finishStep(_ calculation: Calculation?, by signature: Signature) {
        let before = calculatorForm
        setCalculatorForm()
        let patch = Patch(from: calculatorForm, to: before)
        if !changesNoticeAlone(patch) {
            history.append(
                History.Step(signature: signature, sequence: sequence, patch: patch))
        }
        guard let calculation else { return }
        tape.append(
            Tape.Line(
                sequence: sequence, author: signature.author, time: time, calculation: calculation))
    }

    /// Takes back the step that is meant. It is void when another one was done, or undone, since:
    /// two people who undo one mistake undo one.
    mutating func undo(_ signature: Signature) -> VoidReason? {
        guard let step = history.last, step.signature == signature,
            let turned = turn(step.patch)
        else { return .step }
        history.undo(turned)
        tape.mark(step.sequence, isUndone: true)
        return nil
    }

    mutating func redo(_ signature: Signature) -> VoidReason? {
        guard let step = history.lastUndone, step.signature == signature,
            let turned = turn(step.patch)
        else { return .step }
        history.redo(turned)
        tape.mark(step.sequence, isUndone: false)
        return nil
    }

    /// Brings the calculator to where the patch leads, and gives the patch that leads back.
    private mutating func turn(_ patch: Patch) -> Patch? {
        let before = calculatorForm
        guard let after = patch.applied(to: before), var calculator = Calculator(form: after) else {
            return nil
        }
        calculator.forgetNotice()
        setCalculator(calculator)
        return Patch(from: calculatorForm, to: before)
    }

    /// The notice is the last byte of the form.
    private func changesNoticeAlone(_ patch: Patch) -> Bool {
        patch.prefix + 1 >= calculatorForm.count && patch.count == calculatorForm.count
    }
}
