import ExactNumbers

/// The place of a case here is its code in the binary form: new ones come at the end.
public enum Constant: UInt8, Equatable, Sendable {
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
