@testable import CalculatorEngine

/// The memory footprint of a state.
extension Calculator {
    /// The size of the state in bytes: the fixed part, the tokens of the expression, and the words of
    /// its numbers. The encoding is slightly shorter.
    var byteCount: Int {
        let words = memory.wordCount + (answer?.wordCount ?? 0) + rules.wordCount
        return MemoryLayout<Calculator>.size + rules.contentByteCount + 8 * words
    }
}

extension Calculator.Rules {
    fileprivate var wordCount: Int {
        switch self {
        case .running(let state): state.wordCount
        case .formula(let state): state.wordCount
        }
    }

    fileprivate var contentByteCount: Int {
        switch self {
        case .running(let state): state.chain.map { $0.contentByteCount } ?? 0
        case .formula(let state): state.expression.tokens.count * MemoryLayout<Token>.stride
        }
    }
}

extension OperationChain {
    fileprivate var contentByteCount: Int {
        steps.count * MemoryLayout<Step>.stride
            + (steps.count + 1) * EngineLimits.appliedMax
            * MemoryLayout<Operand.UnaryOperation>.stride
    }
}

extension RunningRules {
    fileprivate var chain: OperationChain? {
        switch phase {
        case .entry(_, .operation(let pending)), .operand(_, .operation(let pending)),
            .infix(let pending):
            pending.chain
        case .finished(let finished): finished.chain
        case .failed(_, after: let chain): chain
        case .entry, .operand: nil
        }
    }

    fileprivate var wordCount: Int {
        let fixed = (bill?.wordCount ?? 0) + (chain?.wordCount ?? 0)
        switch phase {
        case .entry(_, let continuation): return fixed + continuation.wordCount
        case .operand(let operand, let continuation):
            return fixed + operand.wordCount + continuation.wordCount
        case .infix(let pending): return fixed + pending.total.wordCount
        case .finished(let finished):
            return fixed + finished.result.wordCount
                + (finished.lastOperation?.right.wordCount ?? 0)
        case .failed: return fixed
        }
    }
}

extension RunningRules.Continuation {
    fileprivate var wordCount: Int {
        switch self {
        case .nothing: 0
        case .operation(let pending): pending.total.wordCount
        case .repeating(let last): last.right.wordCount
        }
    }
}

extension FormulaRules {
    fileprivate var wordCount: Int {
        switch status {
        case .typing, .failed:
            return expression.valueWords
        case .finished(let finished):
            return expression.valueWords + finished.result.wordCount
                + (finished.lastOperation?.right.wordCount ?? 0) + (finished.bill?.wordCount ?? 0)
        }
    }
}

extension Memory {
    fileprivate var wordCount: Int {
        switch self {
        case .empty, .error: 0
        case .number(let number): number.wordCount
        }
    }
}
