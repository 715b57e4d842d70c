import ExactNumbers

/// Formula rules: keys write an expression and `=` evaluates it, × before +.
///
/// The expression is kept in all states: while it is typed, after a result, and after an error, so
/// that ⌫ can return to it.
struct FormulaRules: Equatable, Sendable {
    var expression = Expression.empty
    var status = Status.typing

    enum Status: Equatable {
        case typing
        case finished(Finished)
        case failed(CalculatorError)
    }

    struct Finished: Equatable {
        let result: Number
        /// The operation that another `=` repeats.
        var lastOperation: LastOperation?
        /// The amount that the tip keys are a percentage of, until another number replaces it.
        var bill: Number?
    }

    init() {}

    /// Starts with a number.
    init(showing number: Number) {
        finish(Expression([.quantity(.value(number))]), number)
    }

    mutating func press(
        _ key: Key, _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        switch key {
        case .digit, .point, .exponent: KeyOutcome(type(key, settings))
        case .sign: KeyOutcome(changeSign(settings))
        case .infix(let infix): KeyOutcome(appendOperator(infix, settings))
        case .postfix(let postfix): KeyOutcome(appendPostfix(postfix))
        case .squareRoot: KeyOutcome(begin(with: .squareRoot))
        case .function(let function): KeyOutcome(begin(with: .function(function)))
        case .constant(let constant): KeyOutcome(begin(with: .quantity(.constant(constant))))
        case .open: KeyOutcome(begin(with: .open))
        case .close: KeyOutcome(close())
        case .backspace: KeyOutcome(removeLast(settings))
        case .clear(let clearing): KeyOutcome(clear(clearing, settings))
        case .equals: pressEquals(settings, &work)
        case .tip(let tip): show(tip, settings, &work)
        case .angle, .memory, .answer, .form: .nothing
        }
    }
}
