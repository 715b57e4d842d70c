/// One small edit of a bill. Owners are added and removed one by one, so that two people who claim an
/// item at the same time both succeed.
public enum BillChange: Equatable, Sendable {
    /// Appends a person with weight 1.
    case addPerson(UInt32)
    /// Removes a person with their payment. Items that only they owned become unassigned.
    case removePerson(UInt32)
    case setWeight(Int64, person: UInt32)
    case setPaid(Int64, person: UInt32)

    /// Changes the way to split. Weights and percentages then begin with an equal split. Without an amount, the
    /// items and the tax become the amount. Everything else is kept.
    case setBasis(Bill.Basis)
    /// Scales the percentages to the sum 100.
    case scalePercents
    case setAmount(Int64)

    /// Appends an item without owners.
    case addItem(UInt64, amount: Int64)
    case removeItem(UInt64)
    case setItemAmount(Int64, item: UInt64)
    case addOwner(UInt32, item: UInt64)
    case removeOwner(UInt32, item: UInt64)

    case setTax(Int64)
    case setTip(BillTip)
    case setTipBase(BillTipBase)
    case setRoundsUp(Bool)
    case setUnit(BillUnit)
}
