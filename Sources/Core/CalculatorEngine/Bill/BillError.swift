/// The reason why a text, a change or a bill is invalid.
public enum BillError: Error, Equatable, Sendable {
    /// The text is not a number: `12,50`.
    case notANumber
    /// The text has more decimals than the unit: `9.999` in cents.
    case tooManyDecimals(most: Int)

    case amountOutOfRange
    case weightOutOfRange
    case tipOutOfRange
    /// The currency sign is longer than a few characters.
    case signTooLong
    case tooManyPeople
    case tooManyItems
    case tooManyOwners
    /// A limit of all bills together.
    case tooManyBills

    case personExists(UInt32)
    case personUnknown(UInt32)
    case itemExists(UInt64)
    case itemUnknown(UInt64)
    case paymentUnknown(Int64)
    case billUnknown

    /// The bill has no people.
    case nobody
    /// All weights are 0.
    case noWeight
    /// The sum of the percentages exceeds 100.
    case percentBeyond
    /// The tax exceeds the amount, or has another sign.
    case taxBeyondAmount
    /// The total and the items of this person (nil: the unassigned items) have different signs.
    case signsDiffer(person: UInt32?)
}
