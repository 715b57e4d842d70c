/// A tip as a percentage with up to four decimals: 20, or 12.5.
public struct BillTip: Equatable, Sendable {
    /// The percentage in ten-thousandths: 12.5 % is 125,000.
    public let tenThousandths: Int64

    public static let none = BillTip(checked: 0)

    public init(tenThousandths: Int64) throws(BillError) {
        guard (0...BillLimits.tipMax).contains(tenThousandths) else { throw .tipOutOfRange }
        self.init(checked: tenThousandths)
    }

    private init(checked tenThousandths: Int64) {
        self.tenThousandths = tenThousandths
    }

    /// Parses a percentage: `12.5`.
    public init(_ text: some Sequence<UInt8>) throws(BillError) {
        let number = try BillText.number(text, decimals: 4, largest: BillLimits.tipMax)
        guard let number else { throw .tipOutOfRange }
        try self.init(tenThousandths: number)
    }

    /// The percentage without trailing zeros: `12.5`.
    public var text: [UInt8] {
        var text = BillText.text(tenThousandths, decimals: 4)
        while text.last == UInt8(ascii: "0") { text.removeLast() }
        if text.last == UInt8(ascii: ".") { text.removeLast() }
        return text
    }

    /// The tip on an amount, rounded to the unit, halves away from zero: 10 % of 0.05 is 0.01.
    func amount(on base: Int64, unit: BillUnit) -> Int64 {
        let product = UInt128(base.magnitude) * UInt128(tenThousandths)
        let divisor = Self.hundredPercent * UInt128(unit.size)
        let rounded = Int64((product + divisor / 2) / divisor) * unit.size
        return base < 0 ? -rounded : rounded
    }

    /// True if the tip on an amount is a multiple of the unit.
    func isExact(on base: Int64, unit: BillUnit) -> Bool {
        let product = UInt128(base.magnitude) * UInt128(tenThousandths)
        return product % (Self.hundredPercent * UInt128(unit.size)) == 0
    }

    private static let hundredPercent: UInt128 = 1_000_000
}

/// The amount that a tip is a percentage of.
public enum BillTipBase: Equatable, Sendable {
    /// The amount before tax.
    case pretax
    /// The amount with tax.
    case total
}
