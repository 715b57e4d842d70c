import ExactNumbers

/// Running rules: each operator acts at once, 2 + 3 × 4 is 20.
///
/// A number is typed, or is there from elsewhere; an operator takes it into the total and waits for
/// the next one; `=` does what waits and remembers it for another `=`.
struct RunningRules: Equatable, Sendable {
    var phase: Phase
    /// What the percent keys of a tip are of, until another number is there.
    var bill: Number?

    /// Indirect, so that to pass it on is to pass one reference.
    indirect enum Phase: Equatable {
        /// A number is being typed.
        case entry(Entry, Waiting)
        /// A number is there that is not being typed: a function's result, the memory.
        case operand(Operand, Waiting)
        /// An operator was the last key.
        case infix(Pending)
        case finished(Finished)
        /// The operations are there to be shown.
        case failed(CalculatorError, after: OperationChain?)
    }

    /// What is done with the number when it is complete.
    enum Waiting: Equatable {
        case nothing
        case operation(Pending)
        /// `=` does the last operation again, with this number on its left.
        case again(Repeat)
    }

    /// A total, with the operator that waits for its right side.
    struct Pending: Equatable {
        var chain: OperationChain
        let total: Number
        var infix: Infix
    }

    struct Finished: Equatable {
        let chain: OperationChain
        let result: Number
        var again: Repeat?
    }

    init() {
        phase = .entry(.blank, .nothing)
    }

    /// Begins with a number that is there already.
    init(showing number: Number) {
        phase = .operand(.plain(.value(number)), .nothing)
    }

    mutating func press(
        _ key: Key, _ setting: Setting, _ work: inout Work
    ) -> KeyOutcome {
        switch key {
        case .digit(let digit): KeyOutcome(type(digit, setting))
        case .point: KeyOutcome(typePoint(setting))
        case .exponent: KeyOutcome(typeExponent())
        case .constant(let constant): KeyOutcome(put(.plain(.constant(constant))))
        case .backspace: KeyOutcome(removeLast())
        case .clear(let clearing): KeyOutcome(clear(clearing, setting))
        case .open, .close: KeyOutcome(.noParentheses)
        case .sign: changeSign(setting, &work)
        case .infix(let infix): take(infix, setting, &work)
        case .equals: finish(setting, &work)
        case .squareRoot: apply(.squareRoot, setting, &work)
        case .function(let function): apply(.function(function), setting, &work)
        case .postfix(let postfix): apply(.postfix(postfix), setting, &work)
        case .tip(let tip): show(tip, setting, &work)
        case .angle, .memory: .nothing
        }
    }
}
