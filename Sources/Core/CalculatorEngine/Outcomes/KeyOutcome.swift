import ExactNumbers

/// The outcome of a key press, besides the new state.
public struct KeyOutcome: Equatable, Sendable {
    /// A notice for the person who pressed the key.
    public internal(set) var notice: Notice?
    /// The calculation that the key finished, for the tape.
    public internal(set) var calculation: Calculation?

    static let nothing = KeyOutcome()

    init(_ notice: Notice? = nil, _ calculation: Calculation? = nil) {
        self.notice = notice
        self.calculation = calculation
    }
}

/// A line of the tape: an expression such as `2 + 3 × 4`, and its outcome.
public struct Calculation: Equatable, Sendable {
    public enum Outcome: Equatable, Sendable {
        /// The exact number, and its text on the keypad.
        case number(Number, text: [UInt8])
        case error(CalculatorError)
        /// The keypad changed before the calculation was finished.
        case unfinished
    }

    /// Canonical UTF-8.
    public let expression: [UInt8]
    public let outcome: Outcome
}

extension Calculation.Outcome {
    /// True if the text is a rounded number, as `Display.isRounded` on the keypad that wrote it.
    public var isRounded: Bool {
        guard case .number(let number, let text) = self else { return false }
        // No keypad shows more digits.
        let format = NumberFormat.significant(EngineLimits.entryDigitsMax)
        let exact = format.rounded(number)
        var work = Work(limit: EngineLimits.stepsMax)
        guard exact.isExact, let shown = try? Number.read(text, &work) else { return true }
        return exact.bytes != format.text(shown)
    }
}
