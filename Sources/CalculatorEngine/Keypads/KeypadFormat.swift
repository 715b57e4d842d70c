import ExactNumbers

/// How a keypad writes its results.
public struct KeypadFormat: Equatable, Sendable {
    let numbers: NumberFormat
    /// Whether something too small for the digits shown is written as zero (an amount of money) or
    /// in exponent form (a number).
    let hidesTraces: Bool

    init(_ numbers: NumberFormat, hidesTraces: Bool = false) {
        self.numbers = numbers
        self.hidesTraces = hidesTraces
    }

    /// The number as ASCII text, rounded half away from zero: `-12.5`, `1e+18`.
    public func text(_ number: Number) -> [UInt8] {
        let text = numbers.text(number)
        return hidesTraces && isTrace(text) ? numbers.text(.zero) : text
    }

    /// Numbers with a negative exponent are those that the digits shown do not reach.
    private func isTrace(_ text: [UInt8]) -> Bool {
        guard let exponent = text.firstIndex(of: Ascii.exponent) else { return false }
        return text[exponent + 1] == Ascii.minus
    }
}

extension [UInt8] {
    /// Whether a number's text can stand in front of a power as it is: without a sign or a power of ten.
    /// The constant e stands alone.
    var isPlainNumber: Bool {
        first != Ascii.minus && (count == 1 || !contains(Ascii.exponent))
    }
}
