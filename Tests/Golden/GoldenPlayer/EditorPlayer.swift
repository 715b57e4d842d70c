import CalculatorEngine
import ExactNumbers

/// Answers the name of a keypad and a text with its keys and their result: `standard (2+3)*4` gives `2 + 3 * 4 =
/// 20`. The answer to a text that is not understood is the number of bytes that are.
enum EditorPlayer {
    private static let blank: UInt8 = 32

    static func answer(to line: [UInt8]) -> [UInt8] {
        let parts = line.split(separator: blank, maxSplits: 1)
        guard parts.count == 2, let keypad = Keypad(named: parts[0]) else {
            return Array("no keypad".utf8)
        }
        let calculator = Calculator(keypad)
        do throws(ExpressionError) {
            let keys = try calculator.keys(of: Array(parts[1]))
            let result = calculator.edited(keys)?.result?.text ?? []
            return Array(keys.map { $0.name.bytes }.joined(separator: [blank]))
                + Array(" = ".utf8) + result
        } catch {
            return Array("error ".utf8) + Natural(error.place).decimalDigits
        }
    }
}
