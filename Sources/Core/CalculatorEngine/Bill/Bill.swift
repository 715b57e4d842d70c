/// A bill that several people share and edit together.
///
/// The bill is split by one amount (evenly, by weights or by percentages) or by a list of items with
/// owners. Amounts and items of the other ways are kept. An amount includes its tax, like the total of a receipt;
/// on items the tax is added. `split()` and `settlement()` compute the results.
///
/// All amounts are thousandths of the currency.
///
/// The caller gives people and items identifiers and never reuses them. A change refers to an
/// identifier, so it has the same meaning after other changes.
public struct Bill: Equatable, Sendable {
    public struct Person: Equatable, Sendable {
        public let number: UInt32
        /// A weight, or a percentage.
        public internal(set) var weight: Int64 = 1
        public internal(set) var paid: Int64 = 0
    }

    public struct Item: Equatable, Sendable {
        public let number: UInt64
        public internal(set) var amount: Int64
        /// The identifiers of the people who share the item, in ascending order so that equal bills
        /// have equal representations. Empty while nobody has taken the item.
        public internal(set) var owners: [UInt32] = []
    }

    /// The way to split the bill. The raw values are part of the binary encoding.
    public enum Basis: UInt8, CaseIterable, Sendable {
        /// The amount, in proportion to the weights.
        case amount = 0
        case items = 1
        /// The amount, by percentages; the part up to 100 % that they leave is unassigned.
        case percent = 2
        /// The amount, in equal parts.
        case even = 3
    }

    public internal(set) var unit: BillUnit
    public internal(set) var basis = Basis.even
    /// The amount with its tax.
    public internal(set) var amount: Int64 = 0
    public internal(set) var tax: Int64 = 0
    public internal(set) var tip = BillTip.none
    public internal(set) var tipBase = BillTipBase.total
    /// True if the tip is raised until the total is a whole amount of the currency.
    public internal(set) var roundsUp = false
    /// The people in display order, which decides who gets a leftover unit.
    public internal(set) var people: [Person] = []
    public internal(set) var items: [Item] = []

    public init(unit: BillUnit = .hundredth) {
        self.unit = unit
    }
}
