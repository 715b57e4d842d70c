import ExactNumbers

/// Keys that compute a result.
extension FormulaRules {
    /// Evaluates the expression, or repeats the last operation on a result.
    mutating func pressEquals(_ settings: Settings, _ work: inout Work) -> KeyOutcome {
        switch status {
        case .failed:
            return .nothing
        case .finished(var finished):
            finished.bill = nil
            status = .finished(finished)
            guard let last = finished.lastOperation else { return .nothing }
            return repeatLast(last, on: finished.result, settings, &work)
        case .typing:
            if expression.isEmpty { return KeyOutcome(.nothingEntered) }
            guard expression.isComplete else { return rejectIncomplete(settings) }
            return evaluate(settings, &work)
        }
    }

    private mutating func rejectIncomplete(_ settings: Settings) -> KeyOutcome {
        switch settings.policies.incompleteEquals {
        case .isError: fail(.syntax, settings)
        case .waits, .showsNumber: KeyOutcome(.incomplete)
        }
    }

    private mutating func repeatLast(
        _ last: LastOperation, on number: Number, _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        expression = Expression([
            .quantity(.value(number)), .infix(last.infix), .quantity(.value(last.right)),
        ])
        do throws(NumberError) {
            let result = try last.infix.result(number, last.right, &work)
            finish(expression, result, lastOperation: last)
            return KeyOutcome(.repeated, calculation(result, settings))
        } catch {
            return fail(error, settings)
        }
    }

    private mutating func evaluate(_ settings: Settings, _ work: inout Work) -> KeyOutcome {
        do throws(NumberError) {
            let result = try FormulaEvaluation.result(
                of: expression, in: settings.angleUnit, &work)
            finish(expression, result.number, lastOperation: result.lastOperation)
            if expression.isSingleNumber { return .nothing }
            return KeyOutcome(nil, calculation(result.number, settings))
        } catch {
            return fail(error, settings)
        }
    }

    mutating func finish(
        _ expression: Expression, _ result: Number, lastOperation: LastOperation? = nil,
        bill: Number? = nil
    ) {
        self.expression = expression
        status = .finished(Finished(result: result, lastOperation: lastOperation, bill: bill))
    }

    private mutating func fail(_ error: NumberError, _ settings: Settings) -> KeyOutcome {
        fail(CalculatorError(error), settings)
    }

    private mutating func fail(_ error: CalculatorError, _ settings: Settings) -> KeyOutcome {
        status = .failed(error)
        let text = ExpressionText.text(expression, settings.policies.format)
        return KeyOutcome(nil, Calculation(expression: text, outcome: .error(error)))
    }

    private func calculation(_ result: Number, _ settings: Settings) -> Calculation {
        let format = settings.policies.format
        return Calculation(
            expression: ExpressionText.text(expression, format),
            outcome: .number(result, text: format.text(result)))
    }

    /// Shows a percentage of the result. Evaluates the expression first.
    mutating func show(
        _ tip: Tip, _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        let (number, outcome) = numberToStore(settings, &work)
        guard let shown = number else {
            return KeyOutcome(.nothingToWorkOn, outcome.calculation)
        }
        var bill = shown
        if case .finished(let finished) = status { bill = finished.bill ?? shown }
        let percent = Expression([
            .quantity(.value(bill)), .infix(.times), .quantity(.value(Number(tip.rawValue))),
            .postfix(.percent),
        ])
        do throws(NumberError) {
            let result = try Number(tip.rawValue).percent(of: bill, &work)
            finish(percent, result, bill: bill)
            return KeyOutcome(nil, calculation(result, settings))
        } catch {
            return fail(error, settings)
        }
    }

    /// The number that M+, M− and MS store. Evaluates the expression like `=`. Nil after an error or
    /// if the expression is incomplete.
    mutating func numberToStore(
        _ settings: Settings, _ work: inout Work
    ) -> (number: Number?, outcome: KeyOutcome) {
        if case .finished(let finished) = status { return (finished.result, .nothing) }
        if status == .typing && expression.isEmpty { return (.zero, .nothing) }
        let outcome = pressEquals(settings, &work)
        guard case .finished(let finished) = status else {
            return (nil, KeyOutcome(.nothingToStore, outcome.calculation))
        }
        return (finished.result, outcome)
    }
}
