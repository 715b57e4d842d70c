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

    /// The operands of the last operation of a line, its result, and the result's text: `14 -1 2` is the
    /// interval 1.4 ± 0.2.
    static func intervals(of line: [UInt8]) -> [UInt8] {
        var work = Work(limit: stepsMax)
        var stack = NumberStack()
        let tokens = line.split(separator: 32)
        do throws(NumberError) {
            for token in tokens.dropLast() { try stack.play(Array(token), &work) }
        } catch {
            return Array(error.name.utf8)
        }
        let operands = stack.numbers.flatMap { $0.intervalText + [tab] }
        do throws(NumberError) {
            for token in tokens.suffix(1) { try stack.play(Array(token), &work) }
            let result = try stack.pop()
            return operands + result.intervalText + [tab]
                + NumberFormat.significant(32).text(result)
        } catch {
            return operands + Array(error.name.utf8)
        }
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

    /// The exact value, or digits, exponent and radius of the interval.
    fileprivate var intervalText: [UInt8] {
        guard case .approximation(let value, _) = self else { return canonicalText }
        let numbers = [
            Rational(value.digits), Rational(value.exponent),
            Rational(Integer(Natural(value.radius))),
        ]
        return Array(numbers.map { $0.canonicalText }.joined(separator: [32]))
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
