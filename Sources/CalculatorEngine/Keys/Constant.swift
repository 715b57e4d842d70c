import ExactNumbers

public enum Constant: Equatable, Sendable {
    case pi
    case e

    func number(_ work: inout Work) throws(NumberError) -> Number {
        switch self {
        case .pi: .pi
        case .e: try .e(&work)
        }
    }

    var symbol: StaticString {
        switch self {
        case .pi: "π"
        case .e: "e"
        }
    }
}
