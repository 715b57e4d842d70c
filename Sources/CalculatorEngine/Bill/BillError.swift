/// What is wrong with a text, a change or a whole bill.
public enum BillError: Error, Equatable, Sendable {
    /// The text is not written like a number: `12,50`.
    case notANumber
    /// The text has more decimals than the unit: `9.999` in cents.
    case tooManyDecimals(most: Int)

    case amountOutOfRange
    case weightOutOfRange
    case tipOutOfRange
    /// A currency's sign is a few characters.
    case signTooLong
    case tooManyPeople
    case tooManyItems
    case tooManyOwners
    case tooManyPayments

    case personExists(UInt32)
    case personUnknown(UInt32)
    case itemExists(UInt64)
    case itemUnknown(UInt64)
    case paymentUnknown(Int64)
    /// The unit cannot change under amounts that are counted in it.
    case unitInUse

    /// There is nobody to split between.
    case nobody
    /// Everybody's weight is 0.
    case noWeight
    /// The percentages come to more than 100.
    case percentBeyond
    /// The tax in an amount is larger than the amount, or has another sign.
    case taxBeyondAmount
    /// What this person had, or what nobody had (nil), and the total have different signs.
    case signsDiffer(person: UInt32?)
}
