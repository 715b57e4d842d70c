import ExactNumbers

/// The memory, which `MS` and `M+` write and `MR` reads.
public enum Memory: Equatable, Sendable {
    case empty
    case number(Number)
    /// A sum went out of range. `MS` and `MC` clear the error.
    case error(CalculatorError)

    mutating func add(_ number: Number, _ work: inout Work) {
        switch self {
        case .empty:
            self = .number(number)
        case .number(let sum):
            do throws(NumberError) {
                self = .number(try sum.plus(number, &work))
            } catch {
                self = .error(CalculatorError(error))
            }
        case .error:
            break
        }
    }
}
