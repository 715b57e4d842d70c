import ExactNumbers

/// An operator after a number, which acts on that number only.
///
/// The raw values are part of the binary encoding: append new cases at the end.
public enum Postfix: UInt8, Equatable, Sendable {
    case percent
    case square
    case cube
    case reciprocal
    case factorial

    /// The result for a number by itself. Percent of another number is handled by the rules.
    func result(_ number: Number, _ work: inout Work) throws(NumberError) -> Number {
        switch self {
        case .percent: try number.percent(&work)
        case .square: try number.squared(&work)
        case .cube: try number.power(Number(3), &work)
        case .reciprocal: try number.reciprocal(&work)
        case .factorial: try number.factorial(&work)
        }
    }

    var symbol: StaticString {
        switch self {
        case .percent: "%"
        case .square: "²"
        case .cube: "³"
        case .reciprocal: "⁻¹"
        case .factorial: "!"
        }
    }
}

extension Number {
    /// The number taken as a percentage of `whole`.
    func percent(of whole: Number, _ work: inout Work) throws(NumberError) -> Number {
        try percent(&work).times(whole, &work)
    }
}
