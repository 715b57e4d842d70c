import ExactNumbers

/// Answering a question.
extension Calculator {
    /// The result as text that can be compared between keypads: the exact number with 32 digits, or the error
    /// on display. An unfinished expression is a syntax error.
    public func answerText(_ work: inout Work) -> [UInt8] {
        if isComplete, let number = numberShown(&work) {
            return Keypad.simple.policies.format.rounded(number).bytes
        }
        guard case .error(let error) = numberOnDisplay else {
            return Display.MainLine.error(.syntax).text
        }
        return Display.MainLine.error(error).text
    }

    /// True if `=` finishes the expression, or has finished it.
    var isComplete: Bool {
        switch rules {
        case .running(let state): state.isComplete
        case .formula(let state): state.expression.isComplete
        }
    }

    /// Takes over the memory of another calculator.
    public mutating func takeMemory(of other: Calculator) {
        memory = other.memory
    }
}

extension RunningRules {
    fileprivate var isComplete: Bool {
        switch phase {
        case .entry(.blank, .nothing), .infix: false
        case .entry, .operand, .finished, .failed: true
        }
    }
}
