import ExactNumbers

/// A calculator as a value. A key press changes it from one state to the next.
///
///     var calculator = Calculator(.formula)
///     var work = Work(limit: EngineLimits.stepsMax)
///     calculator.press(.digit(.two), &work)
///
/// Every key has a defined effect in every state, often none. `display` computes the visible part on
/// demand. `EngineLimits` bounds the size of a state: a number of tokens of fixed size or of
/// operations, the words of the numbers in them, and at most six more numbers (memory, answer, total
/// or result, right side that `=` repeats, bill).
public struct Calculator: Equatable, Sendable {
    public internal(set) var keypad: Keypad
    public internal(set) var angleUnit = AngleUnit.degrees
    public internal(set) var memory = Memory.empty
    /// The number of the last `=`, which `ans` inserts.
    public internal(set) var answer: Number?
    /// The form of the result that the key `form` chose; any other key returns to the decimal.
    var form = NumberForm.decimal
    /// The notice about the last key.
    public internal(set) var notice: Notice?
    var rules: Rules

    /// Indirect to keep a calculator small, because a room stores copies of it.
    indirect enum Rules: Equatable {
        case running(RunningRules)
        case formula(FormulaRules)

        /// The state before anything is typed.
        init(_ policies: KeypadPolicies) {
            switch policies.rules {
            case .running: self = .running(RunningRules())
            case .formula: self = .formula(FormulaRules())
            }
        }

        init(_ policies: KeypadPolicies, showing number: Number) {
            switch policies.rules {
            case .running: self = .running(RunningRules(showing: number))
            case .formula: self = .formula(FormulaRules(showing: number))
            }
        }
    }

    public init(_ keypad: Keypad) {
        self.keypad = keypad
        rules = Rules(keypad.policies)
    }

    var settings: Settings { Settings(policies: keypad.policies, angleUnit: angleUnit) }

    @discardableResult
    public mutating func press(_ key: Key, _ work: inout Work) -> KeyOutcome {
        if key != .form { form = .decimal }
        let outcome = outcome(of: key, &work)
        notice = outcome.notice
        return outcome
    }

    /// Clears the notice, which describes the last key and not the state of the calculator.
    public mutating func clearNotice() {
        notice = nil
    }

    private mutating func outcome(of key: Key, _ work: inout Work) -> KeyOutcome {
        switch key {
        case .angle(let unit):
            angleUnit = unit
            return .nothing
        case .memory(let key):
            return press(key, &work)
        case .answer:
            return KeyOutcome(answer.map { insert($0) } ?? .noAnswer)
        case .form:
            return KeyOutcome(switchForm())
        case .clear(.everything):
            memory = .empty
            answer = nil
            return pressInRules(key, &work)
        case .equals:
            let outcome = pressInRules(key, &work)
            answer = result ?? answer
            return outcome
        case .digit, .point, .exponent, .sign, .infix, .squareRoot, .postfix, .function, .constant,
            .open, .close, .backspace, .clear, .tip:
            return pressInRules(key, &work)
        }
    }

    /// The result of a finished calculation.
    private var result: Number? {
        switch rules {
        case .running(let state):
            guard case .finished(let finished) = state.phase else { return nil }
            return finished.result
        case .formula(let state):
            guard case .finished(let finished) = state.status else { return nil }
            return finished.result
        }
    }

    private mutating func pressInRules(_ key: Key, _ work: inout Work) -> KeyOutcome {
        let settings = settings
        return changeRules(
            running: { $0.press(key, settings, &work) },
            formula: { $0.press(key, settings, &work) })
    }

    /// Mutates the state in place, without a copy.
    private mutating func changeRules<Result>(
        running: (inout RunningRules) -> Result, formula: (inout FormulaRules) -> Result
    ) -> Result {
        switch rules {
        case .running(var state):
            rules = .running(RunningRules())
            defer { rules = .running(state) }
            return running(&state)
        case .formula(var state):
            rules = .formula(FormulaRules())
            defer { rules = .formula(state) }
            return formula(&state)
        }
    }
}

/// Recalling and storing numbers.
extension Calculator {
    /// Inserts a number from elsewhere, such as a line of the tape, like `MR`.
    public mutating func recall(_ number: Number) {
        form = .decimal
        notice = insert(number)
    }

    private mutating func insert(_ number: Number) -> Notice? {
        changeRules(
            running: { $0.replaceNumber(with: .plain(.value(number))) },
            formula: { $0.recall(number) })
    }

    private mutating func press(_ key: MemoryKey, _ work: inout Work) -> KeyOutcome {
        switch key {
        case .clear:
            memory = .empty
            return .nothing
        case .recall:
            return KeyOutcome(recallMemory())
        case .add:
            return store(&work) { (memory, number, work) in memory.add(number, &work) }
        case .subtract:
            return store(&work) { (memory, number, work) in memory.add(-number, &work) }
        case .store:
            return store(&work) { (memory, number, _) in memory = .number(number) }
        }
    }

    private mutating func recallMemory() -> Notice? {
        switch memory {
        case .empty: .nothingInMemory
        case .number(let number): insert(number)
        case .error: .memoryError
        }
    }

    private mutating func store(
        _ work: inout Work, _ change: (inout Memory, Number, inout Work) -> Void
    ) -> KeyOutcome {
        let settings = settings
        var (number, outcome) = changeRules(
            running: { $0.numberToStore(&work) },
            formula: { $0.numberToStore(settings, &work) })
        guard let number else { return outcome }
        change(&memory, number, &work)
        if case .error = memory { outcome.notice = .memoryError }
        return outcome
    }
}
