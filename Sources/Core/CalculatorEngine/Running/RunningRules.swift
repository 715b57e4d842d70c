import ExactNumbers

/// Running rules (immediate execution): each operator acts at once, so that 2 + 3 × 4 is 20.
///
/// A number is typed or recalled; an operator combines it with the total and becomes pending; `=`
/// applies the pending operation and keeps it for another `=`.
struct RunningRules: Equatable, Sendable {
    var phase: Phase
    /// The amount that the tip keys are a percentage of, until another number replaces it.
    var bill: Number?

    /// Indirect, so that passing it on copies one reference.
    indirect enum Phase: Equatable {
        /// A number is being typed.
        case entry(Entry, Continuation)
        /// A number that is not being typed: the result of a function, the memory.
        case operand(Operand, Continuation)
        /// The last key was an operator.
        case infix(Pending)
        case finished(Finished)
        /// The operations are kept for display.
        case failed(CalculatorError, after: OperationChain?)
    }

    /// The operation that follows when the number is complete.
    enum Continuation: Equatable {
        case nothing
        case operation(Pending)
        /// `=` repeats the last operation with this number as its left side.
        case repeating(LastOperation)
    }

    /// A total with the operator that waits for its right side.
    struct Pending: Equatable {
        var chain: OperationChain
        let total: Number
        var infix: Infix
    }

    struct Finished: Equatable {
        let chain: OperationChain
        let result: Number
        var lastOperation: LastOperation?
    }

    init() {
        phase = .entry(.blank, .nothing)
    }

    /// Starts with a number.
    init(showing number: Number) {
        phase = .operand(.plain(.value(number)), .nothing)
    }

    mutating func press(
        _ key: Key, _ settings: Settings, _ work: inout Work
    ) -> KeyOutcome {
        do throws(NumberError) {
            return try outcome(of: key, settings, &work)
        } catch {
            return fail(CalculatorError(error))
        }
    }

    private mutating func outcome(
        of key: Key, _ settings: Settings, _ work: inout Work
    ) throws(NumberError) -> KeyOutcome {
        switch key {
        case .digit, .point, .exponent: KeyOutcome(type(key, settings))
        case .constant(let constant): KeyOutcome(replaceNumber(with: .plain(.constant(constant))))
        case .backspace: KeyOutcome(removeLast())
        case .clear(let clearing): KeyOutcome(clear(clearing, settings))
        case .open, .close: KeyOutcome(.noParentheses)
        case .sign: KeyOutcome(try changeSign(&work))
        case .infix(let infix): pressOperator(infix, settings, &work)
        case .equals: pressEquals(settings, &work)
        case .squareRoot: KeyOutcome(try apply(.squareRoot, settings, &work))
        case .function(let function): KeyOutcome(try apply(.function(function), settings, &work))
        case .postfix(let postfix): KeyOutcome(try apply(.postfix(postfix), settings, &work))
        case .tip(let tip): try show(tip, settings, &work)
        case .angle, .memory, .answer, .form: .nothing
        }
    }
}
