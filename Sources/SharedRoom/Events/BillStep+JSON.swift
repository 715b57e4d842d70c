import CalculatorEngine

/// A bill step is an object with one member: `{"add":3}`.
extension BillStep {
    init(_ value: JSONValue) throws(CodecError) {
        let step = try JSONObject(value).onlyKnownMember { (value) throws(CodecError) in
            try BillStep.read(value)
        }
        guard let step else { throw value.mustBe(.oneStep) }
        self = step
    }

    private static func read(_ value: JSONValue) throws(CodecError) -> BillStep? {
        switch value {
        case "add": return .add(try value.participant())
        case "guest": return .addGuest(try value.personName())
        case "take": return .removePerson(try value.participant())
        case "weight":
            let object = try JSONObject(value)
            return .weight(try object.participant(), try object.required("is").number(from: 0))
        case "paid":
            let object = try JSONObject(value)
            return .paid(try object.participant(), try object.required("is").amount())
        case "split": return .basis(try value.basis())
        case "amount": return .amount(try value.amount())
        case "tax": return .tax(try value.amount())
        case "tip": return .tip(try value.amount())
        case "tipOn": return .tipBase(try value.tipBase())
        case "roundUp": return .roundUp(try value.boolean())
        case "scalePercents": return try value.requireTrue(for: .scalePercents)
        case "currency":
            let object = try JSONObject(value)
            return .currency(
                try object.required("decimals").unit(), try object.required("sign").personName())
        case "startOver": return try value.requireTrue(for: .startOver)
        default: return try readItem(value)
        }
    }

    private static func readItem(_ value: JSONValue) throws(CodecError) -> BillStep? {
        switch value {
        case "item":
            if let amount = try? value.amount() { return .addItem(amount, .none) }
            let object = try JSONObject(value)
            return .addItem(
                try object.required("is").amount(), try object.required("name").personName())
        case "drop": return .dropItem(try value.number(from: 1))
        case "price":
            let object = try JSONObject(value)
            return .price(try object.item(), try object.required("is").amount())
        case "owner":
            let object = try JSONObject(value)
            return .addOwner(try object.item(), try object.required("is").participant())
        case "disown":
            let object = try JSONObject(value)
            return .dropOwner(try object.item(), try object.required("is").participant())
        case "settle":
            let object = try JSONObject(value)
            return .settle(
                try object.participant(), try object.required("to").participant(),
                try object.required("is").amount())
        case "unsettle": return .unsettle(try value.number(from: 1))
        default: return nil
        }
    }
}

extension JSONObject {
    fileprivate func participant() throws(CodecError) -> UInt32 {
        try required("of").participant()
    }

    fileprivate func item() throws(CodecError) -> Int64 {
        try required("of").number(from: 1)
    }
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
    func write(to writer: inout JSONWriter) {
        writer.beginObject("bill")
        writeStep(to: &writer)
        writer.endObject()
    }

    func writeStep(to writer: inout JSONWriter) {
        switch self {
        case .add(let participant): writer.member("add", participant)
        case .addGuest(let name): writer.member("guest", name.bytes)
        case .removePerson(let participant): writer.member("take", participant)
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
