/// The total of a bill and the share of each person. The shares and the unassigned amount add up to
/// the total.
public struct BillSplit: Equatable, Sendable {
    public struct Share: Equatable, Sendable {
        public let person: UInt32
        public let amount: Int64
        /// True if the share includes one of the units left over by rounding.
        public let hasLeftover: Bool
    }

    /// One share for each person, in display order.
    public let shares: [Share]
    /// The amount that nobody has taken yet, with its part of tax and tip.
    public let unassigned: Int64
    /// The amount that the tip was computed on.
    public let tippedAmount: Int64
    /// The tip with the part that rounding up adds.
    public let tip: Int64
    /// The part of the tip that rounding up to a whole amount adds.
    public let raise: Int64
    /// True if the percentage of the amount is a multiple of the unit, so that the tip was not rounded.
    public let isTipExact: Bool
    /// The amount with tax and tip.
    public let total: Int64
}
