import ExactNumbers

/// The visible part of a calculator: codes and canonical text, which the page translates and
/// localizes.
public struct Display: Equatable, Sendable {
    public enum MainLine: Equatable, Sendable {
        /// Canonical ASCII: `-12.5`, `7.` while it is typed, `1e+18`.
        case number([UInt8])
        case error(CalculatorError)

        /// `12`, or `error:overflow`.
        public var text: [UInt8] {
            switch self {
            case .number(let text): text
            case .error(let error): Display.errorPrefix.bytes + error.name.bytes
            }
        }
    }

    /// A form that the key `form` chose instead of the decimal.
    public struct Form: Equatable, Sendable {
        public let kind: NumberForm
        /// Canonical text: `3/4`, `0.1(6)`.
        public let text: [UInt8]

        public init(kind: NumberForm, text: [UInt8]) {
            self.kind = kind
            self.text = text
        }
    }

    public let keypad: Keypad
    public let main: MainLine
    /// True if the main line shows a rounded number; never for a number being typed. Without an exact
    /// decimal, as for 1 ÷ 3, √2 or π, every number of digits is rounded.
    public let isRounded: Bool
    /// The form of a result, or nil for the decimal of the main line.
    public let form: Form?
    /// True if the main line is a preliminary result that more keys may change.
    public let isLive: Bool
    /// UTF-8, such as `2 + 3 × sin(30`.
    public let expression: [UInt8]
    public let angleUnit: AngleUnit
    public let memory: Memory
    public let notice: Notice?
    /// The operation that `=` repeated or would repeat: `+ 3`.
    public let repeatableOperation: [UInt8]?

    public var rules: KeypadPolicies.Rules { keypad.policies.rules }

    /// The text that people see: the form, or the main line.
    public var shownText: [UInt8] { form?.text ?? main.text }

    private static let errorPrefix: StaticString = "error:"
    /// Ends the expression of a result, where both are on display.
    static let equalsSuffix: StaticString = " ="
}

/// The rules in force, with examples that a test types.
extension KeypadPolicies.Rules {
    public var name: StaticString {
        switch self {
        case .running: "running"
        case .formula: "formula"
        }
    }

    public var example: StaticString {
        switch self {
        case .running: "2 + 3 × 4 = 20"
        case .formula: "2 + 3 × 4 = 14"
        }
    }

    /// Percent has the same meaning under both rules: a part of the number before + or −, and a
    /// hundredth everywhere else.
    public var percentExample: StaticString {
        switch self {
        case .running, .formula: "200 + 10% = 220"
        }
    }
}
