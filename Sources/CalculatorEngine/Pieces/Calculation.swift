import ExactNumbers

/// A calculation as the tape keeps it: `2 + 3 × 4` and what came of it.
public struct Calculation: Equatable, Sendable {
    public enum Outcome: Equatable, Sendable {
        /// The exact number, and how the keypad writes it.
        case number(Number, text: [UInt8])
        case error(CalculatorError)
        /// Left before it was done.
        case unfinished
    }

    /// Canonical, in UTF-8.
    public let expression: [UInt8]
    public let outcome: Outcome
}
