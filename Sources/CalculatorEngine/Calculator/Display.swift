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

    public enum MemoryMark: Equatable, Sendable {
        case empty
        case number
        case error
    }

    public let keypad: Keypad
    public let main: MainLine
    /// True if the main line is a preliminary result that more keys may change.
    public let isLive: Bool
    /// UTF-8, such as `2 + 3 × sin(30`.
    public let expression: [UInt8]
    public let angleUnit: AngleUnit
    public let memory: MemoryMark
    public let notice: Notice?
    /// The operation that `=` repeated or would repeat: `+ 3`.
    public let repeatableOperation: [UInt8]?

    public var rules: KeypadPolicies.Rules { keypad.policies.rules }

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
