import ExactNumbers

/// The stack of an expression in reverse Polish notation.
struct NumberStack {
    private(set) var numbers: [Number] = []

    /// The top of the stack at the end of the line. Taking a number from an empty stack is `invalidInput`.
    static func result(of line: [UInt8], _ work: inout Work) throws(NumberError) -> Number {
        var stack = NumberStack()
        for token in line.split(separator: 32) {
            try stack.play(Array(token), &work)
        }
        return try stack.pop()
    }

    mutating func pop() throws(NumberError) -> Number {
        guard let top = numbers.popLast() else { throw .invalidInput }
        return top
    }

    mutating func play(_ token: [UInt8], _ work: inout Work) throws(NumberError) {
        if let operation = Operation(token) {
            let right = operation.arity > 0 ? try pop() : .zero
            let left = operation.arity > 1 ? try pop() : right
            numbers.append(try operation.result(left, right, &work))
        } else {
            numbers.append(try Number.read(token, &work))
        }
    }
}

/// The operations, by the names that the files use.
enum Operation: String, CaseIterable {
    case pi, e
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case pow, root, mod, cmp, neg
    case percent = "%"
    case sqrt, sq, cube, inv, fact, ln, log, exp, exp10
    case sineDegrees = "sin:deg"
    case cosineDegrees = "cos:deg"
    case tangentDegrees = "tan:deg"
    case inverseSineDegrees = "asin:deg"
    case inverseCosineDegrees = "acos:deg"
    case inverseTangentDegrees = "atan:deg"
    case sineRadians = "sin:rad"
    case cosineRadians = "cos:rad"
    case tangentRadians = "tan:rad"
    case inverseSineRadians = "asin:rad"
    case inverseCosineRadians = "acos:rad"
    case inverseTangentRadians = "atan:rad"

    init?(_ token: [UInt8]) {
        for operation in Operation.allCases where token.elementsEqual(operation.rawValue.utf8) {
            self = operation
            return
        }
        return nil
    }

    var arity: Int {
        switch self {
        case .pi, .e: 0
        case .plus, .minus, .times, .divided, .pow, .root, .mod, .cmp: 2
        default: 1
        }
    }

    /// The result of the operation for two numbers, for `right` alone, or without operands.
    func result(
        _ left: Number, _ right: Number, _ work: inout Work
    ) throws(NumberError) -> Number {
        switch arity {
        case 0: try constant(&work)
        case 1: try function(right, &work)
        default: try combination(left, right, &work)
        }
    }

    private func constant(_ work: inout Work) throws(NumberError) -> Number {
        switch self {
        case .pi: return .pi
        default: return try Number.e(&work)
        }
    }

    private func combination(
        _ left: Number, _ right: Number, _ work: inout Work
    ) throws(NumberError) -> Number {
        switch self {
        case .plus: try left.plus(right, &work)
        case .minus: try left.minus(right, &work)
        case .times: try left.times(right, &work)
        case .divided: try left.divided(by: right, &work)
        case .pow: try left.power(right, &work)
        case .root: try left.root(right, &work)
        case .mod: try left.modulo(right, &work)
        case .cmp: Number(try left.compared(to: right, &work))
        default: throw .invalidInput
        }
    }

    private func function(_ number: Number, _ work: inout Work) throws(NumberError) -> Number {
        switch self {
        case .neg: -number
        case .percent: try number.percent(&work)
        case .sqrt: try number.squareRoot(&work)
        case .sq: try number.squared(&work)
        case .cube: try number.power(Number(3), &work)
        case .inv: try number.reciprocal(&work)
        case .fact: try number.factorial(&work)
        case .ln: try number.naturalLogarithm(&work)
        case .log: try number.commonLogarithm(&work)
        case .exp: try number.exponential(&work)
        case .exp10: try number.powerOfTen(&work)
        case .sineDegrees: try number.sine(in: .degrees, &work)
        case .cosineDegrees: try number.cosine(in: .degrees, &work)
        case .tangentDegrees: try number.tangent(in: .degrees, &work)
        case .inverseSineDegrees: try number.inverseSine(in: .degrees, &work)
        case .inverseCosineDegrees: try number.inverseCosine(in: .degrees, &work)
        case .inverseTangentDegrees: try number.inverseTangent(in: .degrees, &work)
        case .sineRadians: try number.sine(in: .radians, &work)
        case .cosineRadians: try number.cosine(in: .radians, &work)
        case .tangentRadians: try number.tangent(in: .radians, &work)
        case .inverseSineRadians: try number.inverseSine(in: .radians, &work)
        case .inverseCosineRadians: try number.inverseCosine(in: .radians, &work)
        case .inverseTangentRadians: try number.inverseTangent(in: .radians, &work)
        default: throw .invalidInput
        }
    }
}
