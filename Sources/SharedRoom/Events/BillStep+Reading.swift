import CalculatorEngine

/// A step of the bill is an object with one member: `{"add":3}`.
extension BillStep {
    init(_ value: JSONValue) throws(CodecError) {
        let step = try JSONObject(value).only { (value) throws(CodecError) in
            try BillStep.read(value)
        }
        guard let step else { throw value.mustBe(.oneStep) }
        self = step
    }

    private static func read(_ value: JSONValue) throws(CodecError) -> BillStep? {
        switch value {
        case "add": return .add(try value.participant())
        case "guest": return .addGuest(try value.personName())
        case "take": return .take(try value.participant())
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
        case "sign": return .sign(try value.personName())
        case "decimals": return .unit(try value.unit())
        case "startOver": return try value.yes(.startOver)
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
        _ word: StaticString, _ form: CodecError.Form
    ) throws(CodecError) -> Bool {
        word.isEqual(to: try string(or: form))
    }

    fileprivate func unit() throws(CodecError) -> BillUnit {
        guard let decimals = try? number(0, 3), let unit = BillUnit(rawValue: UInt8(decimals))
        else { throw mustBe(.decimals) }
        return unit
    }
}
