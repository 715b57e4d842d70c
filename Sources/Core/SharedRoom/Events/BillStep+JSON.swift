import CalculatorEngine

/// A bill step is an object with one member, and the number of the bill as `in` unless it is the first one:
/// `{"in":121,"add":3}`.
extension Action {
    static func readBill(_ value: JSONValue) throws(CodecError) -> Action {
        let object = try JSONObject(value)
        let step = try object.onlyKnownMember { (value) throws(CodecError) in
            try BillStep.read(value)
        }
        guard let step else { throw value.mustBe(.oneStep) }
        return .bill(step, in: try object.optional("in")?.number(from: 1) ?? RoomBill.first)
    }
}

extension BillStep {
    /// Decodes the step of a member; nil for any other member.
    fileprivate static func read(_ value: JSONValue) throws(CodecError) -> BillStep? {
        switch value {
        case "add": return .add(try value.participant())
        case "guest": return .addGuest(try value.personName())
        case "take": return .removePerson(try value.participant())
        case "weight":
            let object = try JSONObject(value)
            return .weight(try object.person(), try object.value().number(from: 0))
        case "paid":
            let object = try JSONObject(value)
            return .paid(try object.person(), try object.value().amount())
        case "split": return .basis(try value.basis())
        case "scalePercents": return try value.requireTrue(for: .scalePercents)
        case "amount": return .amount(try value.amount())
        case "tax": return .tax(try value.amount())
        case "tip": return .tip(try value.amount())
        case "tipOn": return .tipBase(try value.tipBase())
        case "roundUp": return .roundUp(try value.boolean())
        case "currency":
            let object = try JSONObject(value)
            let sign = try object.required("sign").personName()
            return .currency(try object.required("decimals").unit(), sign)
        default: return try readItem(value)
        }
    }

    /// Decodes the steps that concern items, payments or a whole bill.
    private static func readItem(_ value: JSONValue) throws(CodecError) -> BillStep? {
        switch value {
        case "item" where value.isString: return .addItem(try value.amount(), .none)
        case "item":
            let object = try JSONObject(value)
            let name = try object.required("name").personName()
            return .addItem(try object.value().amount(), name)
        case "drop": return .dropItem(try value.number(from: 1))
        case "price":
            let object = try JSONObject(value)
            return .price(try object.item(), try object.value().amount())
        case "owner":
            let object = try JSONObject(value)
            return .addOwner(try object.item(), try object.value().participant())
        case "disown":
            let object = try JSONObject(value)
            return .dropOwner(try object.item(), try object.value().participant())
        case "shareOpen": return try value.requireTrue(for: .shareOpen)
        case "settle":
            let object = try JSONObject(value)
            return .settle(
                try object.person(), try object.required("to").participant(),
                try object.value().amount())
        case "unsettle": return .unsettle(try value.number(from: 1))
        case "startOver": return try value.requireTrue(for: .startOver)
        case "title": return .title(try value.personName())
        case "new": return try value.requireTrue(for: .new)
        case "removeBill": return try value.requireTrue(for: .removeBill)
        default: return nil
        }
    }
}

/// The arguments of a step: `{"of":3,"is":"50.00"}`.
extension JSONObject {
    fileprivate func person() throws(CodecError) -> UInt32 { try required("of").participant() }
    fileprivate func item() throws(CodecError) -> Int64 { try required("of").number(from: 1) }
    fileprivate func value() throws(CodecError) -> JSONValue { try required("is") }
}

extension JSONValue {
    fileprivate func basis() throws(CodecError) -> Bill.Basis {
        for basis in Bill.Basis.allCases where try isString(basis.wireName, .basis) { return basis }
        throw mustBe(.basis)
    }

    fileprivate func tipBase() throws(CodecError) -> BillTipBase {
        if try isString("pretax", .tipBase) { return .pretax }
        if try isString("total", .tipBase) { return .total }
        throw mustBe(.tipBase)
    }

    private func isString(
        _ word: StaticString, _ requirement: CodecError.Requirement
    ) throws(CodecError) -> Bool {
        word.isEqual(to: try string(or: requirement))
    }

    fileprivate func unit() throws(CodecError) -> BillUnit {
        guard let decimals = try? number(0, 3), let unit = BillUnit(rawValue: UInt8(decimals))
        else { throw mustBe(.decimals) }
        return unit
    }
}

extension BillStep {
    func write(in bill: Int64, to writer: inout JSONWriter) {
        writer.beginObject("bill")
        if bill != RoomBill.first { writer.member("in", bill) }
        writeStep(to: &writer)
        writer.endObject()
    }

    func writeStep(to writer: inout JSONWriter) {
        switch self {
        case .add(let person): writer.member("add", person)
        case .addGuest(let name): writer.member("guest", name.bytes)
        case .removePerson(let participant): writer.member("take", participant)
        case .weight(let participant, let weight):
            writer.pair("weight", Int64(participant), weight)
        case .paid(let participant, let amount):
            writer.pair("paid", Int64(participant), amount)
        case .basis(let basis): writer.member("split", basis.wireName)
        case .amount(let amount): writer.member("amount", amount.bytes)
        case .tax(let amount): writer.member("tax", amount.bytes)
        case .tip(let percentage): writer.member("tip", percentage.bytes)
        case .tipBase(let base): writer.member("tipOn", base.wireName)
        case .roundUp(let isOn): writer.member("roundUp", isOn)
        case .scalePercents: writer.member("scalePercents", true)
        case .currency(let unit, let sign):
            writer.beginObject("currency")
            writer.member("decimals", Int64(unit.rawValue))
            writer.member("sign", sign.bytes)
            writer.endObject()
        case .addItem(let amount, let name):
            if name == .none { return writer.member("item", amount.bytes) }
            writer.beginObject("item")
            writer.member("is", amount.bytes)
            writer.member("name", name.bytes)
            writer.endObject()
        case .dropItem(let item): writer.member("drop", item)
        case .price(let item, let amount): writer.pair("price", item, amount)
        case .addOwner(let item, let owner): writer.pair("owner", item, Int64(owner))
        case .dropOwner(let item, let owner): writer.pair("disown", item, Int64(owner))
        case .settle(let from, let to, let amount):
            writer.beginObject("settle")
            writer.member("of", from)
            writer.member("to", to)
            writer.member("is", amount.bytes)
            writer.endObject()
        case .unsettle(let payment): writer.member("unsettle", payment)
        case .shareOpen: writer.member("shareOpen", true)
        case .startOver: writer.member("startOver", true)
        case .title(let title): writer.member("title", title.bytes)
        case .new: writer.member("new", true)
        case .removeBill: writer.member("removeBill", true)
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

extension JSONWriter {
    /// `"paid":{"of":3,"is":"50.00"}`
    fileprivate mutating func pair(_ name: StaticString, _ number: Int64, _ amount: AmountText) {
        beginObject(name)
        member("of", number)
        member("is", amount.bytes)
        endObject()
    }

    fileprivate mutating func pair(_ name: StaticString, _ number: Int64, _ value: Int64) {
        beginObject(name)
        member("of", number)
        member("is", value)
        endObject()
    }
}
