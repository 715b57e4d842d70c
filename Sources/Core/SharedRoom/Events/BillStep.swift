import CalculatorEngine

/// One change to a bill of a room. Amounts are texts such as `12.50`, because only the bill knows how many
/// decimals its currency has when the step is applied.
public enum BillStep: Equatable, Sendable {
    /// Adds a participant or a person of another bill, or a new guest who is not in the room. Guests and
    /// participants share one number sequence.
    case add(UInt32)
    case addGuest(PersonName)
    case removePerson(UInt32)
    case weight(UInt32, Int64)
    case paid(UInt32, AmountText)

    case basis(Bill.Basis)
    /// Scales the percentages to the sum 100.
    case scalePercents
    case amount(AmountText)
    case tax(AmountText)
    /// A percentage such as `12.5`.
    case tip(AmountText)
    case tipBase(BillTipBase)
    case roundUp(Bool)
    /// The unit, and the code or sign of the currency, such as `EUR` or `€`; empty for no sign.
    case currency(BillUnit, PersonName)

    /// Adds an item, which is identified by the sequence number of this event. The name may be empty.
    case addItem(AmountText, PersonName)
    case dropItem(Int64)
    case price(Int64, AmountText)
    case addOwner(Int64, UInt32)
    case dropOwner(Int64, UInt32)
    /// Makes everybody an owner of all items without owners.
    case shareOpen

    /// Records a payment from the first person to the second. The payment is identified by the sequence
    /// number of this event.
    case settle(UInt32, UInt32, AmountText)
    case unsettle(Int64)

    /// Empties the bill. It keeps its currency.
    case startOver
    case title(PersonName)
    /// Creates a bill with the people and the currency of this one, identified by the sequence number of this event.
    case new
    /// Removes the bill, unless it is the only one.
    case removeBill
}

/// An amount as a user typed it: a sign, digits and a decimal point. The bill parses it.
public struct AmountText: Equatable, Sendable {
    public let bytes: [UInt8]

    /// No amount.
    static let none = AmountText(checked: [])

    private init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Nil if the text contains other characters than `-`, `.` and digits, or is longer than any amount.
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
