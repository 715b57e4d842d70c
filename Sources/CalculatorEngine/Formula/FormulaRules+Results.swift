import ExactNumbers

/// Keys that compute a result.
extension FormulaRules {
    /// Evaluates the expression, or repeats the last operation on a result.
    mutating func workOut(_ setting: Setting, _ work: inout Work) -> KeyOutcome {
        switch status {
        case .failed:
            return .nothing
        case .finished(var finished):
            finished.bill = nil
            status = .finished(finished)
            guard let again = finished.again else { return .nothing }
            return repeatLast(again, on: finished.result, setting, &work)
        case .typing:
            if expression.isEmpty { return KeyOutcome(.nothingEntered) }
            guard expression.isComplete else { return stop(setting) }
            return evaluate(setting, &work)
        }
    }

    private mutating func stop(_ setting: Setting) -> KeyOutcome {
        switch setting.policies.earlyEquals {
        case .isError: fail(.syntax, setting)
        case .waits, .showsNumber: KeyOutcome(.incomplete)
        }
    }

    private mutating func repeatLast(
        _ again: Repeat, on number: Number, _ setting: Setting, _ work: inout Work
    ) -> KeyOutcome {
        expression = Expression([
            .quantity(.value(number)), .infix(again.infix), .quantity(.value(again.right)),
        ])
        do throws(NumberError) {
            let result = try again.infix.result(number, again.right, &work)
            finish(expression, result, again: again)
            return KeyOutcome(.repeated, calculation(result, setting))
        } catch {
            return fail(error, setting)
        }
    }

    private mutating func evaluate(_ setting: Setting, _ work: inout Work) -> KeyOutcome {
        do throws(NumberError) {
            let result = try FormulaEvaluation.result(
                of: expression, in: setting.angleUnit, &work)
            finish(expression, result.number, again: result.again)
            if expression.isSingleNumber { return .nothing }
            return KeyOutcome(nil, calculation(result.number, setting))
        } catch {
            return fail(error, setting)
        }
    }

    mutating func finish(
        _ expression: Expression, _ result: Number, again: Repeat? = nil, bill: Number? = nil
    ) {
        self.expression = expression
        status = .finished(Finished(result: result, again: again, bill: bill))
    }

    private mutating func fail(_ error: NumberError, _ setting: Setting) -> KeyOutcome {
        fail(CalculatorError(error), setting)
    }

    private mutating func fail(_ error: CalculatorError, _ setting: Setting) -> KeyOutcome {
        status = .failed(error)
        let text = ExpressionText.text(expression, setting.policies.format)
        return KeyOutcome(nil, Calculation(expression: text, outcome: .error(error)))
    }

    private func calculation(_ result: Number, _ setting: Setting) -> Calculation {
        let format = setting.policies.format
        return Calculation(
            expression: ExpressionText.text(expression, format),
            outcome: .number(result, text: format.text(result)))
    }

    /// Shows a percentage of the result. Evaluates the expression first.
    mutating func show(
        _ tip: Tip, _ setting: Setting, _ work: inout Work
    ) -> KeyOutcome {
        let (number, outcome) = numberToStore(setting, &work)
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
            return KeyOutcome(nil, calculation(result, setting))
        } catch {
            return fail(error, setting)
        }
    }

    /// The number that M+, M− and MS store. Evaluates the expression like `=`. Nil after an error or
    /// if the expression is incomplete.
    mutating func numberToStore(
        _ setting: Setting, _ work: inout Work
    ) -> (number: Number?, outcome: KeyOutcome) {
        if case .finished(let finished) = status { return (finished.result, .nothing) }
        if status == .typing && expression.isEmpty { return (.zero, .nothing) }
        let outcome = workOut(setting, &work)
        guard case .finished(let finished) = status else {
            return (nil, KeyOutcome(.nothingToStore, outcome.calculation))
        }
        return (finished.result, outcome)
    }
}
