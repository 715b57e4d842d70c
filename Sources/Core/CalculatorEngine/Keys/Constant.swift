import ExactNumbers

/// A named number. The raw values are part of the binary encoding: append new cases at the end.
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
