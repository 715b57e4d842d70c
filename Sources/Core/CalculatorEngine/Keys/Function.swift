import ExactNumbers

/// A function. In a formula it opens a parenthesis.
///
/// The raw values are part of the binary encoding: append new cases at the end.
public enum Function: UInt8, Equatable, Sendable {
    case sine
    case cosine
    case tangent
    case inverseSine
    case inverseCosine
    case inverseTangent
    case naturalLogarithm
    case commonLogarithm
    /// `eˣ`
    case exponential
    /// `10ˣ`
    case powerOfTen

    /// The inverse function, which the page shows after `Inv`.
    public var inverse: Function {
        switch self {
        case .sine: .inverseSine
        case .cosine: .inverseCosine
        case .tangent: .inverseTangent
        case .inverseSine: .sine
        case .inverseCosine: .cosine
        case .inverseTangent: .tangent
        case .naturalLogarithm: .exponential
        case .commonLogarithm: .powerOfTen
        case .exponential: .naturalLogarithm
        case .powerOfTen: .commonLogarithm
        }
    }

    func result(
        _ number: Number, in unit: AngleUnit, _ work: inout Work
    ) throws(NumberError) -> Number {
        switch self {
        case .sine: try number.sine(in: unit, &work)
        case .cosine: try number.cosine(in: unit, &work)
        case .tangent: try number.tangent(in: unit, &work)
        case .inverseSine: try number.inverseSine(in: unit, &work)
        case .inverseCosine: try number.inverseCosine(in: unit, &work)
        case .inverseTangent: try number.inverseTangent(in: unit, &work)
        case .naturalLogarithm: try number.naturalLogarithm(&work)
        case .commonLogarithm: try number.commonLogarithm(&work)
        case .exponential: try number.exponential(&work)
        case .powerOfTen: try number.powerOfTen(&work)
        }
    }

    /// The name with the opening parenthesis.
    var symbol: StaticString {
        switch self {
        case .sine: "sin("
        case .cosine: "cos("
        case .tangent: "tan("
        case .inverseSine: "sin⁻¹("
        case .inverseCosine: "cos⁻¹("
        case .inverseTangent: "tan⁻¹("
        case .naturalLogarithm: "ln("
        case .commonLogarithm: "log("
        case .exponential: "e^("
        case .powerOfTen: "10^("
        }
    }
}
