/// A bill that several people share, as they change it bit by bit.
///
/// It is either one amount, split by weights (evenly while all weights are 1), or a list of items
/// with owners; both are kept, so that choosing the other way for a moment loses nothing. An
/// amount includes its tax, as the foot of a receipt does; on items the tax comes on top. What
/// follows from all that is worked out when somebody looks: see `split()` and `settlement()`.
///
/// People and items are known by numbers that the caller gives and never uses for another. A change
/// says what it means by such a number, so it means the same after a change that came in between.
public struct Bill: Equatable, Sendable {
    public struct Person: Equatable, Sendable {
        public let number: UInt32
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

    public enum Basis: Equatable, Sendable {
        case amount
        case items
    }

    public internal(set) var unit: BillUnit
    public internal(set) var basis = Basis.amount
    /// With its tax.
    public internal(set) var amount: Int64 = 0
    public internal(set) var tax: Int64 = 0
    public internal(set) var tip = BillTip.none
    public internal(set) var tipBase = BillTipBase.total
    /// In the order shown, which decides who gets a leftover unit.
    public internal(set) var people: [Person] = []
    public internal(set) var items: [Item] = []

    public init(unit: BillUnit = .hundredth) {
        self.unit = unit
    }
}
