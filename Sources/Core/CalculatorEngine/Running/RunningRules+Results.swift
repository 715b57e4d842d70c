import ExactNumbers

/// Operators and `=`.
extension RunningRules {
    mutating func pressOperator(
        _ infix: Infix, _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        switch phase {
        case .entry, .operand:
            if infix == .minus && applyExponentSign() { return .nothing }
            do throws(NumberError) {
                try accumulate(infix, &work)
                return .nothing
            } catch {
                let outcome = fail(CalculatorError(error), settings)
                _ = pressOperator(infix, settings, &work)
                return outcome
            }
        case .infix(var pending):
            let notice = pending.infix.notice(replacedBy: infix)
            pending.infix = infix
            phase = .infix(pending)
            return KeyOutcome(notice)
        case .finished(let finished):
            phase = .infix(Pending(finished.result, infix))
            return .nothing
        case .failed(let error, _):
            if settings.showsZero(for: error) { phase = .infix(Pending(.zero, infix)) }
            return .nothing
        }
    }

    /// Combines the current number with the total, and makes the operator pending.
    private mutating func accumulate(
        _ infix: Infix, _ work: inout Work
    ) throws(NumberError) {
        guard let operand = currentOperand else { return }
        let number = try operand.number(&work)
        guard let pending else {
            phase = .infix(
                Pending(chain: OperationChain(operand), total: number, infix: infix))
            return
        }
        let total = try pending.infix.result(pending.total, number, &work)
        phase = .infix(Pending(chain: pending.chain(with: operand), total: total, infix: infix))
    }

    /// Applies the pending operation, adds a tip to its bill, or repeats the last operation.
    mutating func pressEquals(_ settings: Settings, _ work: inout Work) -> KeyOutcome {
        var notice: Notice?
        do throws(NumberError) {
            if try repeatsOperation(&work) { notice = .repeated }
            bill = nil
            if pending == nil { return try finishNumber(settings, &work) }
            return KeyOutcome(notice, try finish(settings, &work))
        } catch {
            let outcome = fail(CalculatorError(error), settings)
            return KeyOutcome(outcome.notice ?? notice, outcome.calculation)
        }
    }

    /// Without a pending operation, makes the one pending that `=` adds: a tip on its bill, or the last operation on
    /// the current number. Returns true for the latter.
    private mutating func repeatsOperation(_ work: inout Work) throws(NumberError) -> Bool {
        guard pending == nil, let operand = currentOperand else { return false }
        if let bill {
            phase = .operand(operand, .operation(Pending(bill, .plus)))
        } else if case .repeating(let last) = continuation {
            let pending = Pending(
                chain: OperationChain(operand), total: try operand.number(&work),
                infix: last.infix)
            phase = .operand(.plain(.value(last.right)), .operation(pending))
            return true
        }
        return false
    }

    /// Applies the pending operation to the current number.
    private mutating func finish(
        _ settings: Settings, _ work: inout Work
    ) throws(NumberError) -> Calculation? {
        guard let pending, let operand = currentOperand else { return nil }
        let right = try operand.number(&work)
        let result = try pending.infix.result(pending.total, right, &work)
        let chain = pending.chain(with: operand)
        let last = LastOperation(infix: pending.infix, right: right)
        phase = .finished(Finished(chain: chain, result: result, lastOperation: last))
        return chain.calculation(result, settings)
    }

    /// Handles `=` without an operation.
    private mutating func finishNumber(
        _ settings: Settings, _ work: inout Work
    ) throws(NumberError) -> KeyOutcome {
        guard let operand = currentOperand else { return .nothing }
        if settings.policies.incompleteEquals == .waits { return KeyOutcome(.noOperation) }
        if case .finished = phase { return .nothing }
        let chain = OperationChain(operand)
        let result = try operand.number(&work)
        phase = .finished(Finished(chain: chain, result: result))
        return KeyOutcome(nil, chain.isCalculation ? chain.calculation(result, settings) : nil)
    }
}

/// Errors.
extension RunningRules {
    /// Ends the calculation. A pending operation has failed: it is shown, and written on the tape.
    private mutating func fail(_ error: CalculatorError, _ settings: Settings) -> KeyOutcome {
        guard let pending, let operand = currentOperand else { return fail(error) }
        let chain = pending.chain(with: operand)
        _ = fail(error, after: chain)
        return KeyOutcome(
            settings.showsZero(for: error) ? .dividedByZero : nil,
            Calculation(
                expression: chain.text(settings.policies.format), outcome: .error(error)))
    }

    mutating func fail(
        _ error: CalculatorError, after chain: OperationChain? = nil
    ) -> KeyOutcome {
        phase = .failed(error, after: chain)
        bill = nil
        return .nothing
    }
}

extension RunningRules.Pending {
    fileprivate init(_ number: Number, _ infix: Infix) {
        self.init(chain: OperationChain(.plain(.value(number))), total: number, infix: infix)
    }

    /// The operations so far, with the pending one.
    func chain(with operand: Operand) -> OperationChain {
        chain.appending(infix, operand, total: total)
    }
}

extension OperationChain {
    func calculation(_ result: Number, _ settings: Settings) -> Calculation {
        let format = settings.policies.format
        return Calculation(
            expression: text(format), outcome: .number(result, text: format.text(result)))
    }
}
