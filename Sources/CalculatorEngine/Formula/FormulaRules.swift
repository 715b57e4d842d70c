import ExactNumbers

/// Formula rules: keys write an expression, `=` works it out, × before +.
///
/// The expression is there in all states: while it is typed, behind a result, and behind an error,
/// from which ⌫ goes back to it.
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
        /// What another `=` repeats.
        var again: Repeat?
        /// What the percent keys of a tip are of, until another number is there.
        var bill: Number?
    }

    init() {}

    /// Begins with a number that is there already.
    init(showing number: Number) {
        finish(Expression([.quantity(.value(number))]), number)
    }

    mutating func press(
        _ key: Key, _ setting: Setting, _ work: inout Work
    ) -> KeyOutcome {
        switch key {
        case .digit(let digit): KeyOutcome(type(digit, setting))
        case .point: KeyOutcome(typePoint(setting))
        case .exponent: KeyOutcome(typeExponent())
        case .sign: KeyOutcome(changeSign(setting))
        case .infix(let infix): KeyOutcome(write(infix, setting))
        case .postfix(let postfix): KeyOutcome(write(postfix))
        case .squareRoot: KeyOutcome(begin(with: .squareRoot))
        case .function(let function): KeyOutcome(begin(with: .function(function)))
        case .constant(let constant): KeyOutcome(begin(with: .quantity(.constant(constant))))
        case .open: KeyOutcome(begin(with: .open))
        case .close: KeyOutcome(close())
        case .backspace: KeyOutcome(removeLast(setting))
        case .clear(let clearing): KeyOutcome(clear(clearing, setting))
        case .equals: workOut(setting, &work)
        case .tip(let tip): show(tip, setting, &work)
        case .angle, .memory: .nothing
        }
    }
}
