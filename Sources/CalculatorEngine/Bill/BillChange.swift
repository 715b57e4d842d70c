/// One small change of a bill. Two people who each say "I had that too" at the same moment both
/// mean something after the other's change: that is why owners come and go one by one.
public enum BillChange: Equatable, Sendable {
    /// Adds somebody behind the others, with weight 1.
    case addPerson(UInt32)
    /// Takes somebody out, with what they paid; items that were theirs alone become nobody's.
    case removePerson(UInt32)
    case setWeight(Int64, person: UInt32)
    case setPaid(Int64, person: UInt32)

    case setBasis(Bill.Basis)
    case setAmount(Int64)

    /// Adds an item that is nobody's yet, behind the others.
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
    /// An empty bill in the same unit.
    case startOver
}
