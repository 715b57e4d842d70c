import ExactNumbers

/// Editing an expression as a list of keys.
extension Calculator {
    /// The keys of a text in UTF-8, pasted or from the tape.
    public func keys(of text: [UInt8]) throws(ExpressionError) -> [Key] {
        try ExpressionParser.keys(of: text, keypad.policies)
    }

    /// The keys that type the expression shown on a cleared calculator of this keypad.
    ///
    /// A number that was not typed becomes `ans` or `MR` if these insert it; otherwise its digits, or a
    /// fraction.
    public var expressionKeys: [Key] {
        var format = keypad.policies.format
        format.typed = TypedNumbers(
            answer: answer, memory: memory, limit: keypad.policies.entryLimit,
            acceptsFractions: keypad.policies.rules == .formula)
        let text: [UInt8]
        switch rules {
        case .running(let state): text = state.text(.asTyped, format)
        case .formula(let state): text = ExpressionText.text(state.expression, format)
        }
        do throws(ExpressionError) { return try keys(of: text) } catch { return [] }
    }

    /// True if the display shows the result of the expression, or an error.
    public var isFinished: Bool {
        switch rules {
        case .running(let state): state.isFinished
        case .formula(let state): state.status != .typing
        }
    }

    /// The effect of the keys on a cleared calculator; nil beyond the work of one key.
    public func edited(_ keys: [Key]) -> EditedExpression? {
        var work = Work(limit: EngineLimits.stepsMax)
        var calculator = self
        _ = calculator.replay([], &work)
        var edited = EditedExpression(display: calculator.display)
        for (index, key) in keys.enumerated() {
            let outcome = calculator.press(key, &work)
            if let notice = outcome.notice, notice.isRefusal, edited.problem == nil {
                edited.problem = (notice, index)
            }
            edited.pieces.append(calculator.piece(of: key))
        }
        if work.isExhausted { return nil }
        edited.display = calculator.display
        guard calculator.isComplete else { return edited }
        calculator.press(.equals, &work)
        let finished = calculator.display
        edited.result = finished.main
        edited.isRounded = finished.isRounded
        return edited
    }

    /// The text of the key that was pressed last; empty if it types nothing. With running rules a
    /// function follows its number.
    private func piece(of key: Key) -> [UInt8] {
        let isRunning = keypad.policies.rules == .running
        switch key {
        case .digit(let digit): return [Ascii.zero + digit.rawValue]
        case .point: return [Ascii.point]
        case .exponent: return [Ascii.exponent]
        case .infix(.minus): return isInfix ? Infix.minus.symbol.bytes : [Ascii.minus]
        case .infix(let infix): return infix.symbol.bytes
        case .sign: return isInsertedSign ? [Ascii.minus] : Self.signSymbol.bytes
        case .squareRoot: return Token.squareRootSymbol.bytes
        case .postfix(let postfix): return postfix.symbol.bytes
        case .function(let function):
            let symbol = function.symbol.bytes
            return isRunning ? [Ascii.space] + symbol.dropLast() : symbol
        case .constant(let constant): return constant.symbol.bytes
        case .open: return [Ascii.open]
        case .close: return [Ascii.close]
        case .tip(let tip): return Infix.times.symbol.bytes + tip.text
        case .answer: return TypedNumbers.answer.bytes
        case .equals: return Display.equalsSuffix.bytes + [Ascii.space]
        case .memory(.recall): return TypedNumbers.memory.bytes
        case .backspace, .clear, .angle, .memory, .form: return []
        }
    }

    private static let signSymbol: StaticString = "±"

    /// True if the last key was an operator.
    private var isInfix: Bool {
        switch rules {
        case .running(let state): state.isWaiting
        case .formula(let state): state.expression.last == .infix(.minus)
        }
    }

    /// True if ± was pressed before its operand.
    private var isInsertedSign: Bool {
        guard case .formula(let state) = rules else { return false }
        return state.expression.last?.isMinus == true
    }
}

/// An expression that is being edited, and its effect.
public struct EditedExpression {
    /// The text of each key.
    public internal(set) var pieces: [[UInt8]] = []
    public internal(set) var display: Display
    /// The main line after `=`; nil for an incomplete expression.
    public internal(set) var result: Display.MainLine?
    /// True if the result is a rounded number.
    public internal(set) var isRounded = false
    /// The notice of the first key without an effect, and the index of the key.
    public internal(set) var problem: (notice: Notice, index: Int)?

    init(display: Display) {
        self.display = display
    }
}

extension RunningRules {
    fileprivate var isFinished: Bool {
        switch phase {
        case .finished, .failed: true
        case .entry, .operand, .infix: false
        }
    }

    fileprivate var isWaiting: Bool {
        guard case .infix = phase else { return false }
        return true
    }
}
