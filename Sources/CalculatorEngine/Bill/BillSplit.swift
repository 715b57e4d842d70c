/// What a bill comes to, and who bears how much of it. The shares and what is unassigned always
/// add up to the total.
public struct BillSplit: Equatable, Sendable {
    public struct Share: Equatable, Sendable {
        public let person: UInt32
        public let amount: Int64
        /// Whether one unit of it was left over when all shares were rounded.
        public let hasLeftover: Bool
    }

    /// One for each person, in the order shown.
    public let shares: [Share]
    /// What nobody has taken yet, with its part of tax and tip.
    public let unassigned: Int64
    /// The amount that the tip was taken of.
    public let tippedAmount: Int64
    public let tip: Int64
    /// With tax and tip.
    public let total: Int64
}
