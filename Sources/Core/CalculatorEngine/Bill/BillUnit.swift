/// The smallest coin of the currency.
///
/// A bill stores amounts in thousandths of the currency, so that a change of the unit loses nothing. An amount is
/// rounded to the unit in force when it is entered, and to the current unit when it is shown or summed.
public enum BillUnit: UInt8, Equatable, Sendable {
    /// No decimals: 1000 yen.
    case whole = 0
    /// Two decimals: 95.00 dollars.
    case hundredth = 2
    /// Three decimals: 1.250 dinars.
    case thousandth = 3

    public var decimals: Int { Int(rawValue) }

    /// The unit in thousandths of the currency: 10 for cents.
    public var size: Int64 {
        switch self {
        case .whole: 1_000
        case .hundredth: 10
        case .thousandth: 1
        }
    }

    /// Parses an amount: `-12.5` is −12,500 thousandths.
    public func amount(_ text: some Sequence<UInt8>) throws(BillError) -> Int64 {
        try amount(text, isRounded: false)
    }

    /// Parses an amount and rounds it to the unit, halves away from zero. For calculator results,
    /// which may have more decimals.
    public func amount(rounding text: some Sequence<UInt8>) throws(BillError) -> Int64 {
        try amount(text, isRounded: true)
    }

    private func amount(
        _ text: some Sequence<UInt8>, isRounded: Bool
    ) throws(BillError) -> Int64 {
        let units = try BillText.number(
            text, decimals: decimals, largest: BillLimits.amountMax / size, isRounded: isRounded)
        guard let units else { throw .amountOutOfRange }
        return units * size
    }

    /// The amount rounded to the unit, halves away from zero: 2,345 thousandths are 2,350 in cents.
    public func rounded(_ amount: Int64) -> Int64 {
        let units = (Int64(amount.magnitude) + size / 2) / size
        return (amount < 0 ? -units : units) * size
    }

    /// The amount as ASCII with all decimals of the unit: −12,500 thousandths are `-12.50` in cents.
    public func text(_ amount: Int64) -> [UInt8] {
        BillText.text(rounded(amount) / size, decimals: decimals)
    }
}
