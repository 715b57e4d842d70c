import ExactNumbers

/// The format of a keypad's results.
public struct KeypadFormat: Equatable, Sendable {
    let numbers: NumberFormat
    /// True if a number that is too small for the digits shown is written as zero, like an amount of
    /// money; otherwise it is written in exponent form.
    let roundsTinyToZero: Bool
    /// Set to write numbers as they can be typed.
    var typed: TypedNumbers?

    init(_ numbers: NumberFormat, roundsTinyToZero: Bool = false) {
        self.numbers = numbers
        self.roundsTinyToZero = roundsTinyToZero
    }

    /// The number as ASCII text, rounded half away from zero: `-12.5`, `1e+18`.
    public func text(_ number: Number) -> [UInt8] {
        let shown = rounded(number).bytes
        return typed?.text(number, shownAs: shown) ?? shown
    }

    /// The text of the number, and whether rounding changed the number.
    func rounded(_ number: Number) -> NumberText {
        let text = numbers.rounded(number)
        guard roundsTinyToZero && isTiny(text.bytes) else { return text }
        return NumberText(bytes: numbers.text(.zero), isExact: false)
    }

    /// True for a negative exponent, which means that the digits shown do not reach the number.
    private func isTiny(_ text: [UInt8]) -> Bool {
        guard let exponent = text.firstIndex(of: Ascii.exponent) else { return false }
        return text[exponent + 1] == Ascii.minus
    }
}

extension [UInt8] {
    /// True if the text can be the base of a power without parentheses: it has no sign and no
    /// exponent. The single character `e` is the constant.
    var isPlainNumber: Bool {
        first != Ascii.minus && (count == 1 || !contains(Ascii.exponent))
    }
}
