import ExactNumbers

/// The operations of a running calculation, for its text: 2 + 3 × 4.
struct OperationChain: Equatable, Sendable {
    struct Step: Equatable {
        let infix: Infix
        let operand: Operand
    }

    let first: Operand
    var steps: [Step] = []

    init(_ first: Operand) {
        self.first = first
    }

    /// The chain with one more operation. A chain at its limit starts again from its total.
    func appending(_ infix: Infix, _ operand: Operand, total: Number) -> Self {
        let isFull =
            steps.count == EngineLimits.chainMax
            || wordCount + operand.wordCount > EngineLimits.valueWordsMax
        var chain = isFull ? OperationChain(.plain(.value(total))) : self
        chain.steps.append(Step(infix: infix, operand: operand))
        return chain
    }

    var wordCount: Int {
        steps.reduce(first.wordCount) { $0 + $1.operand.wordCount }
    }

    /// True if there is more to show than one number.
    var isCalculation: Bool { !steps.isEmpty || first.isComputed }
}
