/// How large a bill may become, each limit with its reason. Together they keep every sum of a bill
/// far inside 64 bits, so that no calculation on the way can overflow.
public enum BillLimits {
    /// As many as a room holds.
    public static let peopleMax = 1_000

    /// A long receipt; a bill is part of a room's state, which everybody who joins is sent.
    public static let itemsMax = 200

    /// The owners of all items together: a class of 40 may share 100 items. It bounds the state,
    /// and the exact thirds, sevenths and elevenths that splitting works with.
    public static let ownersMax = 4_000

    /// Debts that were settled: everybody at a long table, and some again.
    public static let paymentsMax = 200

    /// Fifteen digits: more than the budget of any state in its smallest coin.
    public static let amountMax: Int64 = 999_999_999_999_999

    /// Twelve digits, as weights may be incomes in the smallest coin.
    public static let weightMax: Int64 = 999_999_999_999

    /// A thousand percent, in ten-thousandths of a percent; beyond it lies a typing mistake.
    public static let tipMax: Int64 = 10_000_000
}
