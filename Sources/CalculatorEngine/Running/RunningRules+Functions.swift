import ExactNumbers

/// Keys that act on one number.
extension RunningRules {
    /// Replaces the current number with the result of a function.
    mutating func apply(
        _ applied: Operand.UnaryOperation, _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        guard let operand = currentOperand else { return .nothing }
        let whole = wholeOfPercent
        return attempt(settings, &work) { (work) throws(NumberError) in
            let number = try operand.number(&work)
            let result = try applied.result(number, whole, settings.angleUnit, &work)
            return operand.applying(applied, result: result)
        }
    }

    /// The left side of a pending + or −.
    private var wholeOfPercent: Number? {
        switch phase {
        case .entry(_, .operation(let pending)), .operand(_, .operation(let pending)),
            .infix(let pending):
            pending.infix.rank == .sum ? pending.total : nil
        case .entry, .operand, .finished, .failed:
            nil
        }
    }

    mutating func attempt(
        _ settings: Settings, _ work: inout Work,
        _ operation: (inout Work) throws(NumberError) -> Operand
    ) -> KeyOutcome {
        do throws(NumberError) {
            return KeyOutcome(replaceNumber(with: try operation(&work)))
        } catch {
            return fail(CalculatorError(error))
        }
    }

    /// Shows a percentage of the bill. The bill is the number that was shown when the first tip key
    /// was pressed.
    mutating func show(_ tip: Tip, _ settings: Settings, _ work: inout Work) -> KeyOutcome {
        guard let currentOperand else { return .nothing }
        do throws(NumberError) {
            let bill = try bill(showing: currentOperand, &work)
            let result = try Number(tip.rawValue).percent(of: bill, &work)
            let operand = Operand.computed(.value(bill), [.tip(tip)], result)
            _ = replaceNumber(with: operand)
            self.bill = bill
            let format = settings.policies.format
            return KeyOutcome(
                nil,
                Calculation(
                    expression: operand.line(format),
                    outcome: .number(result, text: format.text(result))))
        } catch {
            return fail(CalculatorError(error))
        }
    }

    private func bill(
        showing operand: Operand, _ work: inout Work
    ) throws(NumberError) -> Number {
        if let bill { return bill }
        return try operand.number(&work)
    }

    /// The number that M+, M− and MS store; it can then not be edited any more. Nil after an error.
    mutating func numberToStore(_ work: inout Work) -> (number: Number?, outcome: KeyOutcome) {
        guard let currentOperand else { return (nil, KeyOutcome(.nothingToStore)) }
        do throws(NumberError) {
            let number = try currentOperand.number(&work)
            if case .entry(_, let continuation) = phase {
                phase = .operand(.plain(.value(number)), continuation)
            }
            return (number, .nothing)
        } catch {
            return (nil, fail(CalculatorError(error)))
        }
    }
}

extension Operand.UnaryOperation {
    func result(
        _ number: Number, _ whole: Number?, _ unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Number {
        switch self {
        case .squareRoot: return try number.squareRoot(&work)
        case .function(let function): return try function.result(number, in: unit, &work)
        case .postfix(.percent):
            if let whole { return try number.percent(of: whole, &work) }
            return try number.percent(&work)
        case .postfix(let postfix): return try postfix.result(number, &work)
        case .negation: return -number
        case .tip(let tip): return try Number(tip.rawValue).percent(of: number, &work)
        }
    }
}
