import ExactNumbers

/// What stands behind a number and acts on it alone.
///
/// The place of a case here is its code in the binary form: new ones come at the end.
public enum Postfix: UInt8, Equatable, Sendable {
    case percent
    case square
    case cube
    case reciprocal
    case factorial

    /// The result for a number that stands alone; percent of another number is not decided here.
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
    /// So many percent of another number.
    func percent(of whole: Number, _ work: inout Work) throws(NumberError) -> Number {
        try percent(&work).times(whole, &work)
    }
}
