import CalculatorEngine

extension BillStep {
    func write(to writer: inout JSONWriter) {
        writer.beginObject("bill")
        writeStep(to: &writer)
        writer.endObject()
    }

    func writeStep(to writer: inout JSONWriter) {
        switch self {
        case .add(let participant): writer.member("add", participant)
        case .addGuest(let name): writer.member("guest", name.bytes)
        case .take(let participant): writer.member("take", participant)
        case .weight(let participant, let weight):
            writer.pair("weight", Int64(participant), .number(weight))
        case .paid(let participant, let amount):
            writer.pair("paid", Int64(participant), .amount(amount))
        case .basis(let basis): writer.member("split", basis.wireName)
        case .amount(let amount): writer.member("amount", amount.bytes)
        case .tax(let amount): writer.member("tax", amount.bytes)
        case .tip(let percentage): writer.member("tip", percentage.bytes)
        case .tipBase(let base): writer.member("tipOn", base.wireName)
        case .roundUp(let isOn): writer.member("roundUp", isOn)
        case .sign(let sign): writer.member("sign", sign.bytes)
        case .unit(let unit): writer.member("decimals", Int64(unit.rawValue))
        case .addItem(let amount, let name):
            if name == .none { return writer.member("item", amount.bytes) }
            writer.beginObject("item")
            writer.member("is", amount.bytes)
            writer.member("name", name.bytes)
            writer.endObject()
        case .dropItem(let item): writer.member("drop", item)
        case .price(let item, let amount): writer.pair("price", item, .amount(amount))
        case .addOwner(let item, let owner): writer.pair("owner", item, .number(Int64(owner)))
        case .dropOwner(let item, let owner): writer.pair("disown", item, .number(Int64(owner)))
        case .settle(let from, let to, let amount):
            writer.beginObject("settle")
            writer.member("of", from)
            writer.member("to", to)
            writer.member("is", amount.bytes)
            writer.endObject()
        case .unsettle(let payment): writer.member("unsettle", payment)
        case .startOver: writer.member("startOver", true)
        }
    }
}

extension Bill.Basis {
    package var wireName: StaticString {
        switch self {
        case .even: "even"
        case .amount: "amount"
        case .percent: "percent"
        case .items: "items"
        }
    }
}

extension BillTipBase {
    package var wireName: StaticString {
        switch self {
        case .pretax: "pretax"
        case .total: "total"
        }
    }
}

private enum PairValue {
    case number(Int64)
    case amount(AmountText)
}

extension JSONWriter {
    /// `"paid":{"of":3,"is":"50.00"}`
    fileprivate mutating func pair(_ name: StaticString, _ number: Int64, _ value: PairValue) {
        beginObject(name)
        member("of", number)
        switch value {
        case .number(let number): member("is", number)
        case .amount(let amount): member("is", amount.bytes)
        }
        endObject()
    }
}
