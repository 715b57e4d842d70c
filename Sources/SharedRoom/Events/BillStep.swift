import CalculatorEngine

/// One step in the bill of a room. Amounts are texts, `12.50`, since only the bill knows how many
/// decimals its currency has when the step comes.
public enum BillStep: Equatable, Sendable {
    /// Puts a participant in, or a guest who is not in the room; a guest gets a number as a
    /// participant does.
    case add(UInt32)
    case addGuest(PersonName)
    case take(UInt32)
    case weight(UInt32, Int64)
    case paid(UInt32, AmountText)

    case basis(Bill.Basis)
    case amount(AmountText)
    case tax(AmountText)
    /// A percentage: `12.5`.
    case tip(AmountText)
    case tipBase(BillTipBase)
    case roundUp(Bool)
    case unit(BillUnit)
    /// The currency's sign, such as `€`; none for none.
    case sign(PersonName)

    /// An item is known by the number of the event that put it in. It may have a name.
    case addItem(AmountText, PersonName)
    case dropItem(Int64)
    case price(Int64, AmountText)
    case addOwner(Int64, UInt32)
    case dropOwner(Int64, UInt32)

    /// Somebody has given somebody else so much of what they owed. That is known by its event, too.
    case settle(UInt32, UInt32, AmountText)
    case unsettle(Int64)

    case startOver
}

/// An amount as it was typed: a sign, digits, a point. What it stands for is the bill's to say.
public struct AmountText: Equatable, Sendable {
    public let bytes: [UInt8]

    /// Nil for what is not written with `-`, `.` and digits, or is longer than any amount.
    public init?(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= RoomLimits.amountBytesMax,
            bytes.allSatisfy(Self.isPart)
        else { return nil }
        self.bytes = Array(bytes)
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
