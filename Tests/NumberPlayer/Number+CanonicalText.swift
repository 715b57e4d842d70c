import ExactNumbers

extension Number {
    /// All that the number is: `-7/3`, `pi*1/6`, `~1.414…e+0` with 50 digits.
    var canonicalText: [UInt8] {
        switch self {
        case .exact(.rational(let value)): value.canonicalText
        case .exact(.multipleOfPi(let value)): Array("pi*".utf8) + value.canonicalText
        case .approximation: Array("~".utf8) + Self.fiftyDigits.text(self)
        }
    }

    private static let fiftyDigits = NumberFormat(.significant(50), placesMax: 0)
}

extension Rational {
    fileprivate var canonicalText: [UInt8] {
        let sign = Array((isNegative ? "-" : "").utf8)
        let numerator = sign + numerator.magnitude.decimalDigits
        return isWhole ? numerator : numerator + Array("/".utf8) + denominator.decimalDigits
    }
}
