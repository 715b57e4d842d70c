import ExactNumbers

@testable import CalculatorEngine

extension Display {
    /// True if the main line is a canonical number or an error, and the other parts are valid text.
    var isWellFormed: Bool {
        if case .number(let text) = main, !text.isNumber { return false }
        return expression.isText && expression.last != 32 && (repeatableOperation?.isText ?? true)
    }
}

extension [UInt8] {
    /// True if the text is a number that can be parsed: `-12.5`, `7.`, `1e+18`. A zero without
    /// decimals has no sign.
    var isNumber: Bool {
        if self == Array("-0".utf8) || isEmpty { return false }
        var work = Work(limit: EngineLimits.stepsMax)
        do throws(NumberError) {
            _ = try Number.read(self, &work)
            return true
        } catch {
            // A number being typed may be out of range.
            return error == .overflow
        }
    }

    var isText: Bool { String(validating: self, as: UTF8.self) != nil }
}
