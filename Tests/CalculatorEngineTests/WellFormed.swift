import ExactNumbers

@testable import CalculatorEngine

extension Display {
    /// Whether the main line is a number in canonical form or an error, and the rest is text.
    var isWellFormed: Bool {
        if case .number(let text) = main, !text.isNumber { return false }
        return expression.isText && expression.last != 32 && (repeatableOperation?.isText ?? true)
    }
}

extension [UInt8] {
    /// Whether it can be read again: `-12.5`, `7.`, `1e+18`; a sign never stands before a zero
    /// without decimals.
    var isNumber: Bool {
        if self == Array("-0".utf8) || isEmpty { return false }
        var work = Work(limit: EngineLimits.stepsMax)
        do throws(NumberError) {
            _ = try Number.read(self, &work)
            return true
        } catch {
            // A number being typed may still be out of range.
            return error == .overflow
        }
    }

    var isText: Bool { String(validating: self, as: UTF8.self) != nil }
}
