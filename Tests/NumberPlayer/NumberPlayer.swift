import ExactNumbers
import PlayerStreams

/// Reads lines of number operations in reverse Polish notation and prints what comes of each: the
/// value, its display with 32 digits, and the steps that it cost. The same program runs natively
/// and in WebAssembly, for the oracles and for the golden file.
///
/// `1 3 / 3 *` prints `1`, `1` and the steps.
@main
struct NumberPlayer {
    static let stepsMax = 50_000_000

    static func main() {
        var line: [UInt8] = []
        var output: [UInt8] = []
        for byte in StandardStreams.readAll() {
            if byte != newline {
                line.append(byte)
                continue
            }
            output += answer(to: line) + [newline]
            line.removeAll(keepingCapacity: true)
            if output.count > 1 << 16 {
                StandardStreams.write(output)
                output.removeAll(keepingCapacity: true)
            }
        }
        if !line.isEmpty { output += answer(to: line) + [newline] }
        StandardStreams.write(output)
    }

    private static let newline: UInt8 = 10
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
    fileprivate var name: String {
        switch self {
        case .divisionByZero: "error:divisionByZero"
        case .undefined: "error:undefined"
        case .invalidInput: "error:invalidInput"
        case .overflow: "error:overflow"
        case .tooMuchWork: "error:tooMuchWork"
        }
    }
}

#if arch(wasm32)
    /// The host starts a module by its export `_start`: there is no C runtime that would call `main`.
    @_expose(wasm, "_start")
    @_cdecl("_start")
    public func start() {
        NumberPlayer.main()
    }
#endif
