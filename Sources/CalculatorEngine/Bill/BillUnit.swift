/// The smallest coin of the currency. All amounts of a bill are whole numbers of it.
public enum BillUnit: UInt8, Equatable, Sendable {
    /// No decimals: 1000 yen.
    case whole = 0
    /// Two decimals: 95.00 dollars.
    case hundredth = 2
    /// Three decimals: 1.250 dinars.
    case thousandth = 3

    public var decimals: Int { Int(rawValue) }

    /// Parses an amount: `-12.5` in hundredths is −1250.
    public func amount(_ text: some Sequence<UInt8>) throws(BillError) -> Int64 {
        let amount = try BillText.number(text, decimals: decimals, largest: BillLimits.amountMax)
        guard let amount else { throw .amountOutOfRange }
        return amount
    }

    /// Parses an amount and rounds it to the unit, halves away from zero. For calculator results,
    /// which may have more decimals.
    public func amount(rounding text: some Sequence<UInt8>) throws(BillError) -> Int64 {
        let amount = try BillText.number(
            text, decimals: decimals, largest: BillLimits.amountMax, isRounded: true)
        guard let amount else { throw .amountOutOfRange }
        return amount
    }

    /// The units in a whole amount of the currency: 100 cents.
    public var whole: Int64 {
        switch self {
        case .whole: 1
        case .hundredth: 100
        case .thousandth: 1_000
        }
    }

    /// The amount as ASCII with all decimals of the unit: −1250 hundredths are `-12.50`.
    public func text(_ amount: Int64) -> [UInt8] {
        BillText.text(amount, decimals: decimals)
    }
}
