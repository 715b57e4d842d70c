import ExactNumbers

/// The display, computed from the state on demand.
extension Calculator {
    public var display: Display {
        var work = Work(limit: EngineLimits.stepsMax)
        return display(&work)
    }

    public func display(_ work: inout Work) -> Display {
        let format = keypad.policies.format
        var number = numberOnDisplay(&work)
        var notice = notice
        if case .error(let error) = number, settings.showsZero(for: error) {
            number = .computed(.zero)
            notice = notice ?? .dividedByZero
        }
        let (main, isRounded) = number.mainLine(format)
        return Display(
            keypad: keypad, main: main, isRounded: isRounded, form: formShown(for: number),
            isLive: isLive, expression: expressionLine(format), angleUnit: angleUnit,
            memory: memory, notice: notice,
            repeatableOperation: repeatableOperation(format))
    }

    var numberOnDisplay: NumberOnDisplay {
        var work = Work(limit: EngineLimits.stepsMax)
        return numberOnDisplay(&work)
    }

    private func numberOnDisplay(_ work: inout Work) -> NumberOnDisplay {
        switch rules {
        case .running(let state): state.numberOnDisplay(&work)
        case .formula(let state): state.numberOnDisplay(settings, &work)
        }
    }

    /// True if the main line is a preliminary result.
    var isLive: Bool {
        switch rules {
        case .running: false
        case .formula(let state): state.status == .typing
        }
    }

    private func expressionLine(_ format: KeypadFormat) -> [UInt8] {
        switch rules {
        case .running(let state): state.text(.omitted, format)
        case .formula(let state): state.expressionLine(keypad.policies)
        }
    }

    private func repeatableOperation(_ format: KeypadFormat) -> [UInt8]? {
        let last: LastOperation?
        switch rules {
        case .running(let state): last = state.lastOperation
        case .formula(let state): last = state.lastOperation
        }
        return last.map { last in
            let right = format.text(last.right)
            let root = last.infix == .root ? RootText.beginning(index: right) : nil
            return root ?? last.infix.symbol.bytes.dropFirst() + right
        }
    }

    /// The exact number behind the main line, or nil if it shows an error. Another keypad continues
    /// with it.
    func numberShown(_ work: inout Work) -> Number? {
        switch rules {
        case .running(let state): try? state.currentOperand?.number(&work)
        case .formula(let state): state.numberShown(settings, &work)
        }
    }
}

/// The content of the main line before it is written in the keypad's format.
enum NumberOnDisplay {
    case typed(Entry)
    case computed(Number)
    case error(CalculatorError)

    fileprivate func mainLine(_ format: KeypadFormat) -> (Display.MainLine, isRounded: Bool) {
        switch self {
        case .typed(let entry):
            return (.number(entry.text), false)
        case .computed(let number):
            let text = format.rounded(number)
            return (.number(text.bytes), !text.isExact)
        case .error(let error):
            return (.error(error), false)
        }
    }
}

extension RunningRules {
    fileprivate func numberOnDisplay(_ work: inout Work) -> NumberOnDisplay {
        switch phase {
        case .entry(let entry, _): .typed(entry)
        case .operand(let operand, _): operand.numberOnDisplay(&work)
        case .infix(let pending): .computed(pending.total)
        case .finished(let finished): .computed(finished.result)
        case .failed(let error, _): .error(error)
        }
    }

    /// The operation that `=` would repeat now.
    fileprivate var lastOperation: LastOperation? {
        guard case .repeating(let last) = continuation else { return nil }
        return last
    }
}

extension Operand {
    fileprivate func numberOnDisplay(_ work: inout Work) -> NumberOnDisplay {
        do throws(NumberError) {
            return .computed(try number(&work))
        } catch {
            return .error(CalculatorError(error))
        }
    }
}

extension FormulaRules {
    fileprivate func numberOnDisplay(
        _ settings: Settings, _ work: inout Work
    ) -> NumberOnDisplay {
        switch status {
        case .finished(let finished):
            return .computed(finished.result)
        case .failed(let error):
            return .error(error)
        case .typing:
            if let entry = entryShown(settings) { return .typed(entry) }
            do throws(NumberError) {
                return .computed(try numberTyped(settings, &work))
            } catch {
                return .error(CalculatorError(error))
            }
        }
    }

    /// The number being typed, if the main line shows it as typed.
    private func entryShown(_ settings: Settings) -> Entry? {
        switch settings.policies.mainLine {
        case .liveResult: expression.isSingleNumber ? expression.lastEntry : nil
        case .lastNumber: expression.lastEntry
        }
    }

    /// The number on the main line while a formula is typed: the result of its longest complete
    /// beginning, or the number at its end.
    private func numberTyped(
        _ settings: Settings, _ work: inout Work
    ) throws(NumberError) -> Number {
        let policy = settings.policies.mainLine
        let complete = policy == .liveResult ? expression.completeBeginning : expression
        guard complete.isComplete else { return .zero }
        let result = try FormulaEvaluation.result(of: complete, in: settings.angleUnit, &work)
        switch policy {
        case .liveResult: return result.number
        case .lastNumber: return result.lastOperand
        }
    }

    fileprivate func expressionLine(_ policies: KeypadPolicies) -> [UInt8] {
        switch (status, policies.mainLine) {
        case (.finished, .liveResult):
            let text = ExpressionText.text(expression, policies.format)
            return expression.isSingleNumber ? text : text + Display.equalsSuffix.bytes
        case (.typing, .lastNumber):
            var above = expression
            if above.lastEntry != nil { above.removeLast() }
            return ExpressionText.text(above, policies.format)
        case (.typing, .liveResult), (.finished, .lastNumber), (.failed, _):
            return ExpressionText.text(expression, policies.format)
        }
    }

    fileprivate var lastOperation: LastOperation? {
        guard case .finished(let finished) = status else { return nil }
        return finished.lastOperation
    }

    fileprivate func numberShown(_ settings: Settings, _ work: inout Work) -> Number? {
        switch status {
        case .finished(let finished): finished.result
        case .failed: nil
        case .typing: try? numberTyped(settings, &work)
        }
    }
}
