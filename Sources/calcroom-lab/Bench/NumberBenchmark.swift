import ExactNumbers

/// `calcroom-lab bench numbers`: the time of operations on numbers of 32 digits.
enum NumberBenchmark {
    /// Prints the table. Returns true if every operation is within its bound.
    static func run() -> Bool {
        let table = MeasuredTable(heading: "Operations on numbers of 32 digits")
        return table.print(subjects.map { $0.measured() })
    }

    private typealias Operation = (Number, Number, inout Work) throws -> Number

    private struct Subject {
        let name: String
        let microsecondsMax: Double
        let left: Number
        let right: Number
        let operation: Operation

        init(
            _ name: String, _ microsecondsMax: Double, _ left: Number, _ right: Number,
            _ operation: @escaping Operation
        ) {
            self.name = name
            self.microsecondsMax = microsecondsMax
            self.left = left
            self.right = right
            self.operation = operation
        }

        func measured() -> Measurement {
            var work = Work(limit: Self.stepsMax)
            _ = try? operation(left, right, &work)
            return Measurement(name: name, microsecondsMax: microsecondsMax, steps: work.spent) {
                var work = Work(limit: Self.stepsMax)
                _ = try? operation(left, right, &work)
            }
        }

        private static let stepsMax = 1_000_000
    }

    private static var subjects: [Subject] { arithmetic + functions }

    private static var arithmetic: [Subject] {
        [
            Subject("a digit appended", 1, wholeShort, seven) {
                try $0.times(Number(10), &$2).plus($1, &$2)
            },
            Subject("whole + whole", 1, whole, wholeOther) { try $0.plus($1, &$2) },
            Subject("decimal + decimal", 1, decimal, decimalOther) { try $0.plus($1, &$2) },
            Subject("fraction + decimal", 1, fraction, decimalOther) { try $0.plus($1, &$2) },
            Subject("decimal × decimal", 3, decimal, decimalOther) { try $0.times($1, &$2) },
            Subject("fraction × fraction", 3, fraction, fractionOther) { try $0.times($1, &$2) },
            Subject("decimal ÷ decimal", 3, decimal, decimalOther) { try $0.divided(by: $1, &$2) },
            Subject("fraction ÷ fraction", 3, fraction, fractionOther) {
                try $0.divided(by: $1, &$2)
            },
        ]
    }

    private static var functions: [Subject] {
        [
            Subject("√x", functionMax, decimal, seven) { try $0.squareRoot(&$2) },
            Subject("ln x", functionMax, decimal, seven) { try $0.naturalLogarithm(&$2) },
            Subject("log x", functionMax, decimal, seven) { try $0.commonLogarithm(&$2) },
            Subject("eˣ", functionMax, small, seven) { try $0.exponential(&$2) },
            Subject("10ˣ", functionMax, small, seven) { try $0.powerOfTen(&$2) },
            Subject("xʸ", functionMax, small, fraction) { try $0.power($1, &$2) },
            Subject("seventh root", functionMax, small, seven) { try $0.root($1, &$2) },
            Subject("sin x°", functionMax, decimal, seven) { try $0.sine(in: .degrees, &$2) },
            Subject("sin x", functionMax, decimal, seven) { try $0.sine(in: .radians, &$2) },
            Subject("cos x", functionMax, decimal, seven) { try $0.cosine(in: .radians, &$2) },
            Subject("tan x", functionMax, decimal, seven) { try $0.tangent(in: .radians, &$2) },
            Subject("sin⁻¹ x", functionMax, fraction, seven) {
                try $0.inverseSine(in: .degrees, &$2)
            },
            Subject("cos⁻¹ x", functionMax, fraction, seven) {
                try $0.inverseCosine(in: .degrees, &$2)
            },
            Subject("tan⁻¹ x", functionMax, fraction, seven) {
                try $0.inverseTangent(in: .degrees, &$2)
            },
            Subject("32!", functionMax, Number(32), seven) { try $0.factorial(&$2) },
            Subject("x mod y", functionMax, decimal, fraction) { try $0.modulo($1, &$2) },
        ]
    }

    private static let functionMax = 200.0

    private static let seven = Number(7)
    private static let whole = number("31415926535897932384626433832795")
    private static let wholeShort = number("3141592653589793238462643383279")
    private static let wholeOther = number("27182818284590452353602874713527")
    private static let decimal = number("3141592653589793.2384626433832795")
    private static let decimalOther = number("2718281828.4590452353602874713527")
    private static let fraction = number("0.31415926535897932384626433832795")
    private static let fractionOther = number("0.27182818284590452353602874713527")
    private static let small = number("3.1415926535897932384626433832795")

    private static func number(_ text: String) -> Number {
        var work = Work(limit: 1_000_000)
        guard let number = try? Number.read(Array(text.utf8), &work) else {
            preconditionFailure("the benchmark's own number \(text) cannot be read")
        }
        return number
    }
}
