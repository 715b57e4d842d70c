import ExactNumbers

/// Operators and `=`.
extension RunningRules {
    mutating func take(
        _ infix: Infix, _ setting: Setting, _ work: inout Work
    ) -> KeyOutcome {
        switch phase {
        case .entry(_, let waiting):
            if infix == .minus && takesExponentSign() { return .nothing }
            return take(infix, waiting, setting, &work)
        case .operand(_, let waiting):
            return take(infix, waiting, setting, &work)
        case .infix(var pending):
            pending.infix = infix
            phase = .infix(pending)
            return .nothing
        case .finished(let finished):
            wait(OperationChain(.plain(.value(finished.result))), finished.result, infix)
            return .nothing
        case .failed:
            return .nothing
        }
    }

    private mutating func wait(_ chain: OperationChain, _ total: Number, _ infix: Infix) {
        phase = .infix(Pending(chain: chain, total: total, infix: infix))
    }

    /// Combines the current number with the total, and makes the operator pending.
    private mutating func take(
        _ infix: Infix, _ waiting: Waiting, _ setting: Setting, _ work: inout Work
    ) -> KeyOutcome {
        guard let operand = shown else { return .nothing }
        switch waiting {
        case .operation(let pending):
            let step = calculate(pending, operand, setting, &work)
            if let result = step.result { wait(pending.chain(with: operand), result, infix) }
            return step.outcome
        case .nothing, .again:
            do throws(NumberError) {
                wait(OperationChain(operand), try operand.number(&work), infix)
                return .nothing
            } catch {
                return fail(CalculatorError(error))
            }
        }
    }

    /// Applies the pending operation, or repeats the last one.
    mutating func finish(_ setting: Setting, _ work: inout Work) -> KeyOutcome {
        bill = nil
        switch phase {
        case .entry(_, .operation(let pending)), .operand(_, .operation(let pending)):
            return finish(pending, setting, &work)
        case .infix(let pending):
            return finish(pending, setting, &work)
        case .entry(_, .again(let again)), .operand(_, .again(let again)):
            return finish(again, setting, &work)
        case .entry(_, .nothing), .operand(_, .nothing):
            return finishNumber(setting, &work)
        case .finished(let finished):
            if let again = finished.again { return finish(again, setting, &work) }
            return setting.policies.earlyEquals == .waits ? KeyOutcome(.noOperation) : .nothing
        case .failed:
            return .nothing
        }
    }

    private mutating func finish(
        _ pending: Pending, _ setting: Setting, _ work: inout Work
    ) -> KeyOutcome {
        guard let operand = shown else { return .nothing }
        let step = calculate(pending, operand, setting, &work)
        guard let result = step.result, let right = step.right else { return step.outcome }
        phase = .finished(
            Finished(
                chain: pending.chain(with: operand), result: result,
                again: Repeat(infix: pending.infix, right: right)))
        return KeyOutcome(step.outcome.notice, calculation(setting))
    }

    /// Repeats the last operation on the current number.
    private mutating func finish(
        _ again: Repeat, _ setting: Setting, _ work: inout Work
    ) -> KeyOutcome {
        guard let operand = shown else { return .nothing }
        let right = Operand.plain(.value(again.right))
        do throws(NumberError) {
            let pending = Pending(
                chain: OperationChain(operand), total: try operand.number(&work),
                infix: again.infix)
            phase = .operand(right, .operation(pending))
            let outcome = finish(pending, setting, &work)
            return KeyOutcome(outcome.notice ?? .repeated, outcome.calculation)
        } catch {
            return fail(CalculatorError(error))
        }
    }

    /// Handles `=` without a pending operation.
    private mutating func finishNumber(
        _ setting: Setting, _ work: inout Work
    ) -> KeyOutcome {
        if setting.policies.earlyEquals == .waits { return KeyOutcome(.noOperation) }
        guard let operand = shown else { return .nothing }
        do throws(NumberError) {
            let chain = OperationChain(operand)
            let result = try operand.number(&work)
            phase = .finished(Finished(chain: chain, result: result))
            return KeyOutcome(nil, chain.isCalculation ? calculation(setting) : nil)
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
        var outcome = KeyOutcome.nothing
    }

    private mutating func calculate(
        _ pending: Pending, _ operand: Operand, _ setting: Setting, _ work: inout Work
    ) -> StepResult {
        var divisor: Number?
        do throws(NumberError) {
            let right = try operand.number(&work)
            divisor = right
            let result = try pending.infix.result(pending.total, right, &work)
            return StepResult(right: right, result: result)
        } catch {
            let isDivision = pending.infix == .divided || pending.infix == .modulo
            let isDivisionByZero = isDivision && divisor?.isZero == true
            guard setting.countsAsZero(error, dividing: isDivisionByZero) else {
                return StepResult(outcome: failed(error, pending, operand, setting))
            }
            return StepResult(
                right: divisor, result: .zero, outcome: KeyOutcome(.dividedByZero))
        }
    }

    private mutating func failed(
        _ error: NumberError, _ pending: Pending, _ operand: Operand, _ setting: Setting
    ) -> KeyOutcome {
        let chain = pending.chain(with: operand)
        _ = fail(CalculatorError(error), after: chain)
        return KeyOutcome(
            nil,
            Calculation(
                expression: chain.text(setting.policies.format),
                outcome: .error(CalculatorError(error))))
    }

    mutating func fail(
        _ error: CalculatorError, after chain: OperationChain? = nil
    ) -> KeyOutcome {
        phase = .failed(error, after: chain)
        bill = nil
        return .nothing
    }

    private func calculation(_ setting: Setting) -> Calculation? {
        guard case .finished(let finished) = phase else { return nil }
        let format = setting.policies.format
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
