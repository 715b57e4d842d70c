import CalculatorEngine
import ExactNumbers
import PlayerStreams

/// Reads lines of a keypad and its keys and prints the display after every key, with ` | ` between
/// them. The same program runs natively and in WebAssembly, for the golden file.
///
/// `standard 2 + 3 =` prints `2 | 2 {2 +} | 3 {2 +} | 5 {2 + 3} again + 3`.
@main
struct KeyPlayer {
    static func main() {
        var output: [UInt8] = []
        for line in StandardStreams.readAll().split(separator: newline) {
            output += answer(to: line) + [newline]
            if output.count > 1 << 16 {
                StandardStreams.write(output)
                output.removeAll(keepingCapacity: true)
            }
        }
        StandardStreams.write(output)
    }

    private static let newline: UInt8 = 10
    private static let blank: UInt8 = 32

    private static func answer(to line: ArraySlice<UInt8>) -> [UInt8] {
        let names = line.split(separator: blank)
        guard let first = names.first, let keypad = Keypad(named: first) else {
            return Array("no keypad".utf8)
        }
        var calculator = Calculator(keypad)
        var displays: [[UInt8]] = []
        for name in names.dropFirst() {
            guard let key = Key(named: name) else { return Array("no key: ".utf8) + name }
            var work = Work(limit: EngineLimits.stepsMax)
            calculator.press(key, &work)
            displays.append(calculator.display.line)
        }
        return Array(displays.joined(separator: Array(" | ".utf8)))
    }
}

extension Display {
    /// Everything that the display says, in one line: `12 {7 + 5} again + 5`.
    fileprivate var line: [UInt8] {
        var line = main.text
        if !expression.isEmpty {
            line += Array(" {".utf8) + expression + Array("}".utf8)
        }
        if let again { line += Array(" again ".utf8) + again }
        if angleUnit == .radians { line += Array(" rad".utf8) }
        switch memory {
        case .empty: break
        case .number: line += Array(" M".utf8)
        case .error: line += Array(" M!".utf8)
        }
        if let notice { line += Array(" (".utf8) + notice.name.bytes + Array(")".utf8) }
        return line
    }
}

#if arch(wasm32)
    /// The host starts a module by its export `_start`: there is no C runtime that would call `main`.
    @_expose(wasm, "_start")
    @_cdecl("_start")
    public func start() {
        KeyPlayer.main()
    }
#endif
