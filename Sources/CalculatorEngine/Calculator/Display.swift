import ExactNumbers

/// What people see of a calculator: codes and canonical text, which a page says in its reader's
/// language.
public struct Display: Equatable, Sendable {
    public enum MainLine: Equatable, Sendable {
        /// ASCII, canonical: `-12.5`, `7.` while it is typed, `1e+18`.
        case number([UInt8])
        case error(CalculatorError)

        /// `12`, or `error:overflow`
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
    /// Whether the main line is only the result so far, which more keys may still change.
    public let isLive: Bool
    /// UTF-8: `2 + 3 × sin(30`
    public let expression: [UInt8]
    public let angleUnit: AngleUnit
    public let memory: MemoryMark
    public let notice: Notice?
    /// What `=` repeated or would repeat: `+ 3`.
    public let again: [UInt8]?

    public var rules: KeypadPolicies.Rules { keypad.policies.rules }

    private static let errorPrefix: StaticString = "error:"
}

/// The rule in force, with examples that hold: they are typed by a test.
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

    /// Percent means the same under both rules: of what stands before a + or −, and a hundredth
    /// everywhere else.
    public var percentExample: StaticString {
        switch self {
        case .running, .formula: "200 + 10% = 220"
        }
    }
}
