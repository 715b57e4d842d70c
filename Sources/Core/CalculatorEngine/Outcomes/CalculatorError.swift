import ExactNumbers

/// The error that a calculator shows instead of a number.
///
/// The raw values are part of the binary encoding: append new cases at the end.
public enum CalculatorError: UInt8, Equatable, Sendable {
    case divisionByZero
    /// 0 ÷ 0, tan 90°
    case undefined
    /// √ of −1, ln 0, 2.5!
    case invalidInput
    /// Too large, too small, or too much work.
    case overflow
    /// The formula is incomplete.
    case syntax

    init(_ error: NumberError) {
        switch error {
        case .divisionByZero: self = .divisionByZero
        case .undefined: self = .undefined
        case .invalidInput: self = .invalidInput
        case .overflow, .tooMuchWork: self = .overflow
        }
    }

    public var name: StaticString {
        switch self {
        case .divisionByZero: "divisionByZero"
        case .undefined: "undefined"
        case .invalidInput: "invalidInput"
        case .overflow: "overflow"
        case .syntax: "syntax"
        }
    }
}
