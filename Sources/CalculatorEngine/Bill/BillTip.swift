/// A tip as a percentage, exact to four decimals: 20, or 12.5.
public struct BillTip: Equatable, Sendable {
    /// 12.5 % are 125,000 ten-thousandths of a percent.
    public let tenThousandths: Int64

    public static let none = BillTip(checked: 0)

    public init(tenThousandths: Int64) throws(BillError) {
        guard (0...BillLimits.tipMax).contains(tenThousandths) else { throw .tipOutOfRange }
        self.init(checked: tenThousandths)
    }

    private init(checked tenThousandths: Int64) {
        self.tenThousandths = tenThousandths
    }

    /// The percentage that a text stands for: `12.5`.
    public init(_ text: some Sequence<UInt8>) throws(BillError) {
        let number = try BillText.number(text, decimals: 4, largest: BillLimits.tipMax)
        guard let number else { throw .tipOutOfRange }
        try self.init(tenThousandths: number)
    }

    /// In percent, without zeros at the end: `12.5`.
    public var text: [UInt8] {
        var text = BillText.text(tenThousandths, decimals: 4)
        while text.last == UInt8(ascii: "0") { text.removeLast() }
        if text.last == UInt8(ascii: ".") { text.removeLast() }
        return text
    }

    /// The tip on an amount, in whole units, halves away from zero: 10 % of 0.05 are 0.01.
    func amount(on base: Int64) -> Int64 {
        let product = UInt128(base.magnitude) * UInt128(tenThousandths)
        let rounded = Int64((product + Self.hundredPercent / 2) / Self.hundredPercent)
        return base < 0 ? -rounded : rounded
    }

    private static let hundredPercent: UInt128 = 1_000_000
}

/// What the percentage of a tip is taken of.
public enum BillTipBase: Equatable, Sendable {
    /// The amount before tax.
    case pretax
    /// The amount with tax.
    case total
}
