import ExactNumbers

/// The keys that calculate.
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

    /// The number that is there goes into the total, which then waits for the next one.
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

    /// `=`
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

    /// The last operation once more, on the number that is there.
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

    /// `=` where no operation waits.
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

/// What acts on one number.
extension RunningRules {
    /// A function's result takes the place of the number that is there.
    mutating func apply(
        _ applied: Operand.Applied, _ setting: Setting, _ work: inout Work
    ) -> KeyOutcome {
        guard let operand = shown else { return .nothing }
        let whole = wholeOfPercent
        return attempt(setting, &work) { (work) throws(NumberError) in
            let number = try operand.number(&work)
            let result = try applied.result(number, whole, setting.angleUnit, &work)
            return operand.applying(applied, result: result)
        }
    }

    /// What stands in front of a + or − that waits.
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
        _ setting: Setting, _ work: inout Work,
        _ operation: (inout Work) throws(NumberError) -> Operand
    ) -> KeyOutcome {
        do throws(NumberError) {
            return KeyOutcome(put(try operation(&work)))
        } catch {
            guard setting.countsAsZero(error, dividing: false) else {
                return fail(CalculatorError(error))
            }
            _ = put(.plain(.value(.zero)))
            return KeyOutcome(.dividedByZero)
        }
    }

    /// So many percent of the bill: of the number that was there when the first such key went down.
    mutating func show(_ tip: Tip, _ setting: Setting, _ work: inout Work) -> KeyOutcome {
        guard let shown else { return .nothing }
        do throws(NumberError) {
            let bill = try bill(showing: shown, &work)
            let result = try Number(tip.rawValue).percent(of: bill, &work)
            let operand = Operand.worked(.value(bill), [.tip(tip)], result)
            _ = put(operand)
            self.bill = bill
            let format = setting.policies.format
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

    /// The number that M+, M− and MS take, which ends its being typed. None after an error.
    mutating func numberToStore(_ work: inout Work) -> (number: Number?, outcome: KeyOutcome) {
        guard let shown else { return (nil, KeyOutcome(.nothingToStore)) }
        do throws(NumberError) {
            let number = try shown.number(&work)
            if case .entry(_, let waiting) = phase {
                phase = .operand(.plain(.value(number)), waiting)
            }
            return (number, .nothing)
        } catch {
            return (nil, fail(CalculatorError(error)))
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
        let line = pending.chain(with: operand).text(setting.policies.format)
        _ = fail(CalculatorError(error))
        return KeyOutcome(
            nil, Calculation(expression: line, outcome: .error(CalculatorError(error))))
    }

    private mutating func fail(_ error: CalculatorError) -> KeyOutcome {
        phase = .failed(error)
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
    /// The operations so far, with the one that waits.
    func chain(with operand: Operand) -> OperationChain {
        chain.appending(infix, operand, total: .plain(.value(total)))
    }
}

extension Operand.Applied {
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
