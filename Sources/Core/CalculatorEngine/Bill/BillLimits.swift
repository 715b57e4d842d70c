/// The limits of a bill, each with its reason. Together they keep every sum of a bill far inside 64
/// bits, so that no calculation overflows.
public enum BillLimits {
    /// The number of participants in a room.
    public static let peopleMax = 1_000

    /// A long receipt. The bill is part of the room's state, which every newcomer receives.
    public static let itemsMax = 200

    /// The owners of all items together: a class of 40 may share 100 items. It bounds the state and
    /// the denominators of exact shares.
    public static let ownersMax = 4_000

    /// Settled debts: one for each person at a long table, and some more.
    public static let paymentsMax = 200

    /// A trillion, in thousandths.
    public static let amountMax: Int64 = 999_999_999_999_999

    /// Twelve digits, since weights may be incomes in the smallest coin.
    public static let weightMax: Int64 = 999_999_999_999

    /// 1,000 %, in ten-thousandths of a percent. A larger tip is a typing mistake.
    public static let tipMax: Int64 = 10_000_000
}
