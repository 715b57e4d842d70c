/// A bill that several people share, as they change it bit by bit.
///
/// It is either one amount, split evenly, by weights or by percentages, or a list of items with
/// owners; all are kept, so that choosing another way for a moment loses nothing. An
/// amount includes its tax, as the foot of a receipt does; on items the tax comes on top. What
/// follows from all that is worked out when somebody looks: see `split()` and `settlement()`.
///
/// People and items are known by numbers that the caller gives and never uses for another. A change
/// says what it means by such a number, so it means the same after a change that came in between.
public struct Bill: Equatable, Sendable {
    public struct Person: Equatable, Sendable {
        public let number: UInt32
        /// A part of the amount, or a percentage of it.
        public internal(set) var weight: Int64 = 1
        public internal(set) var paid: Int64 = 0
    }

    public struct Item: Equatable, Sendable {
        public let number: UInt64
        public internal(set) var amount: Int64
        /// The numbers of those who share the item, ascending, so that equal bills are stored
        /// alike. An item without owners is nobody's yet.
        public internal(set) var owners: [UInt32] = []
    }

    /// The numbers are those of the binary form.
    public enum Basis: UInt8, CaseIterable, Sendable {
        /// The amount, in proportion to the weights.
        case amount = 0
        case items = 1
        /// The amount, by weights that are percentages; what they leave of it is unassigned.
        case percent = 2
        /// The amount, everybody the same.
        case even = 3
    }

    public internal(set) var unit: BillUnit
    public internal(set) var basis = Basis.even
    /// With its tax.
    public internal(set) var amount: Int64 = 0
    public internal(set) var tax: Int64 = 0
    public internal(set) var tip = BillTip.none
    public internal(set) var tipBase = BillTipBase.total
    /// Whether the tip is raised until the bill comes to a whole amount.
    public internal(set) var roundsUp = false
    /// In the order shown, which decides who gets a leftover unit.
    public internal(set) var people: [Person] = []
    public internal(set) var items: [Item] = []

    public init(unit: BillUnit = .hundredth) {
        self.unit = unit
    }
}
