import ExactNumbers

/// Keys that act on one number.
extension RunningRules {
    /// Replaces the current number with the result of a function.
    mutating func apply(
        _ applied: Operand.UnaryOperation, _ settings: Settings, _ work: inout Work
    ) throws(NumberError) -> Notice? {
        guard let operand = currentOperand else { return nil }
        // Percent applies to the left side of a pending + or −.
        let whole = pending.flatMap { $0.infix.rank == .sum ? $0.total : nil }
        let number = try operand.number(&work)
        let result = try applied.result(number, whole, settings.angleUnit, &work)
        return replaceNumber(with: operand.applying(applied, result: result))
    }

    /// Shows a percentage of the bill. The bill is the number that was shown when the first tip key
    /// was pressed.
    mutating func show(
        _ tip: Tip, _ settings: Settings, _ work: inout Work
    ) throws(NumberError) -> KeyOutcome {
        guard let currentOperand else { return .nothing }
        let bill = if let bill = self.bill { bill } else { try currentOperand.number(&work) }
        let result = try Number(tip.rawValue).percent(of: bill, &work)
        let operand = Operand.computed(.value(bill), [.tip(tip)], result)
        _ = replaceNumber(with: operand)
        self.bill = bill
        return KeyOutcome(nil, OperationChain(operand).calculation(result, settings))
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
