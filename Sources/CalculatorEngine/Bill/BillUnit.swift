/// The smallest coin that a bill is counted in: all amounts are whole numbers of it.
public enum BillUnit: UInt8, Equatable, Sendable {
    /// Currencies without decimals: 1000 yen.
    case whole = 0
    /// Two decimals: 95.00 dollars.
    case hundredth = 2
    /// Three decimals: 1.250 dinars.
    case thousandth = 3

    public var decimals: Int { Int(rawValue) }

    /// The amount that a text stands for: `-12.5` in hundredths is −1250.
    public func amount(_ text: some Sequence<UInt8>) throws(BillError) -> Int64 {
        let amount = try BillText.number(text, decimals: decimals, largest: BillLimits.amountMax)
        guard let amount else { throw .amountOutOfRange }
        return amount
    }

    /// The same, rounded to the unit, halves away from zero: what a calculator shows has as many
    /// decimals as it has.
    public func amount(rounding text: some Sequence<UInt8>) throws(BillError) -> Int64 {
        let amount = try BillText.number(
            text, decimals: decimals, largest: BillLimits.amountMax, isRounded: true)
        guard let amount else { throw .amountOutOfRange }
        return amount
    }

    /// How many units a whole amount has: 100 cents.
    public var whole: Int64 {
        switch self {
        case .whole: 1
        case .hundredth: 100
        case .thousandth: 1_000
        }
    }

    /// The amount with all decimals of the unit, in ASCII: −1250 hundredths are `-12.50`.
    public func text(_ amount: Int64) -> [UInt8] {
        BillText.text(amount, decimals: decimals)
    }
}
