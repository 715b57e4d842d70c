import ExactNumbers

/// Operators and `=`.
extension RunningRules {
    mutating func pressOperator(
        _ infix: Infix, _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        switch phase {
        case .entry(_, let continuation):
            if infix == .minus && applyExponentSign() { return .nothing }
            return accumulate(infix, continuation, settings, &work)
        case .operand(_, let continuation):
            return accumulate(infix, continuation, settings, &work)
        case .infix(var pending):
            let notice = pending.infix.notice(replacedBy: infix)
            pending.infix = infix
            phase = .infix(pending)
            return KeyOutcome(notice)
        case .finished(let finished):
            phase = .infix(pending(finished.result, infix))
            return .nothing
        case .failed(let error, _):
            if settings.showsZero(for: error) { phase = .infix(pending(.zero, infix)) }
            return .nothing
        }
    }

    private func pending(_ number: Number, _ infix: Infix) -> Pending {
        Pending(chain: OperationChain(.plain(.value(number))), total: number, infix: infix)
    }

    private mutating func setPending(_ chain: OperationChain, _ total: Number, _ infix: Infix) {
        phase = .infix(Pending(chain: chain, total: total, infix: infix))
    }

    /// Combines the current number with the total, and makes the operator pending.
    private mutating func accumulate(
        _ infix: Infix, _ continuation: Continuation, _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        guard let operand = currentOperand else { return .nothing }
        switch continuation {
        case .operation(let pending):
            let step = calculate(pending, operand, settings, &work)
            guard let result = step.result else {
                _ = pressOperator(infix, settings, &work)
                return step.outcome
            }
            setPending(pending.chain(with: operand), result, infix)
            return .nothing
        case .nothing, .repeating:
            do throws(NumberError) {
                setPending(OperationChain(operand), try operand.number(&work), infix)
                return .nothing
            } catch {
                return fail(CalculatorError(error))
            }
        }
    }

    /// Applies the pending operation, or repeats the last one.
    mutating func pressEquals(_ settings: Settings, _ work: inout Work) -> KeyOutcome {
        let bill = bill
        self.bill = nil
        switch phase {
        case .entry(_, .operation(let pending)), .operand(_, .operation(let pending)),
            .infix(let pending):
            return finish(pending, settings, &work)
        case .entry(_, let continuation), .operand(_, let continuation):
            // A tip is added to its bill.
            if let bill { return finish(pending(bill, .plus), settings, &work) }
            if case .repeating(let last) = continuation {
                return repeatOperation(last, settings, &work)
            }
            return finishNumber(settings, &work)
        case .finished(let finished):
            if let last = finished.lastOperation { return repeatOperation(last, settings, &work) }
            return settings.policies.incompleteEquals == .waits
                ? KeyOutcome(.noOperation) : .nothing
        case .failed:
            return .nothing
        }
    }

    private mutating func finish(
        _ pending: Pending, _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        guard let operand = currentOperand else { return .nothing }
        let step = calculate(pending, operand, settings, &work)
        guard let result = step.result, let right = step.right else { return step.outcome }
        phase = .finished(
            Finished(
                chain: pending.chain(with: operand), result: result,
                lastOperation: LastOperation(infix: pending.infix, right: right)))
        return KeyOutcome(nil, calculation(settings))
    }

    /// Repeats the last operation on the current number.
    private mutating func repeatOperation(
        _ last: LastOperation, _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        guard let operand = currentOperand else { return .nothing }
        let right = Operand.plain(.value(last.right))
        do throws(NumberError) {
            let pending = Pending(
                chain: OperationChain(operand), total: try operand.number(&work),
                infix: last.infix)
            phase = .operand(right, .operation(pending))
            let outcome = finish(pending, settings, &work)
            return KeyOutcome(outcome.notice ?? .repeated, outcome.calculation)
        } catch {
            return fail(CalculatorError(error))
        }
    }

    /// Handles `=` without a pending operation.
    private mutating func finishNumber(
        _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        if settings.policies.incompleteEquals == .waits { return KeyOutcome(.noOperation) }
        guard let operand = currentOperand else { return .nothing }
        do throws(NumberError) {
            let chain = OperationChain(operand)
            let result = try operand.number(&work)
            phase = .finished(Finished(chain: chain, result: result))
            return KeyOutcome(nil, chain.isCalculation ? calculation(settings) : nil)
        } catch {
            return fail(CalculatorError(error))
        }
    }
}

/// Results and errors.
extension RunningRules {
    private struct StepResult {
        var right: Number?
        var result: Number?
        /// The outcome of an error.
        var outcome = KeyOutcome.nothing
    }

    private mutating func calculate(
        _ pending: Pending, _ operand: Operand, _ settings: Settings, _ work: inout Work
    ) -> StepResult {
        do throws(NumberError) {
            let right = try operand.number(&work)
            let result = try pending.infix.result(pending.total, right, &work)
            return StepResult(right: right, result: result)
        } catch {
            return StepResult(outcome: failed(CalculatorError(error), pending, operand, settings))
        }
    }

    private mutating func failed(
        _ error: CalculatorError, _ pending: Pending, _ operand: Operand, _ settings: Settings
    ) -> KeyOutcome {
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

    private func calculation(_ settings: Settings) -> Calculation? {
        guard case .finished(let finished) = phase else { return nil }
        let format = settings.policies.format
        return Calculation(
            expression: finished.chain.text(format),
            outcome: .number(finished.result, text: format.text(finished.result)))
    }
}

extension RunningRules.Pending {
    /// The operations so far, with the pending one.
    func chain(with operand: Operand) -> OperationChain {
        chain.appending(infix, operand, total: .plain(.value(total)))
    }
}
