import ExactNumbers

/// Answers a line of number operations in reverse Polish notation with its value, its display with 32
/// digits, and its steps: `1 3 / 3 *` gives `1`, `1` and the number of steps. The oracle also uses it.
enum NumberPlayer {
    static let stepsMax = 50_000_000

    private static let tab: UInt8 = 9

    static func answer(to line: [UInt8]) -> [UInt8] {
        var work = Work(limit: stepsMax)
        let columns: [UInt8]
        do throws(NumberError) {
            let number = try NumberStack.result(of: line, &work)
            columns = number.canonicalText + [tab] + NumberFormat.significant(32).text(number)
        } catch {
            columns = Array(error.name.utf8) + [tab]
        }
        return columns + [tab] + Natural(work.spent).decimalDigits
    }
}

extension NumberError {
    var name: String {
        switch self {
        case .divisionByZero: "error:divisionByZero"
        case .undefined: "error:undefined"
        case .invalidInput: "error:invalidInput"
        case .overflow: "error:overflow"
        case .tooMuchWork: "error:tooMuchWork"
        }
    }
}

extension Number {
    /// The exact value: `-7/3`, `pi*1/6`, `~1.414…e+0` with 50 digits.
    var canonicalText: [UInt8] {
        switch self {
        case .exact(.rational(let value)): value.canonicalText
        case .exact(.multipleOfPi(let value)): Array("pi*".utf8) + value.canonicalText
        case .approximation: Array("~".utf8) + Self.fiftyDigits.text(self)
        }
    }

    private static let fiftyDigits = NumberFormat(.significant(50), placesMax: 0)
}

extension Rational {
    fileprivate var canonicalText: [UInt8] {
        let sign = Array((isNegative ? "-" : "").utf8)
        let numerator = sign + numerator.magnitude.decimalDigits
        return isWhole ? numerator : numerator + Array("/".utf8) + denominator.decimalDigits
    }
}
