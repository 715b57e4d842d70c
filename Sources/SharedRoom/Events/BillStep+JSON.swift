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

/// The steps by their names. Steps with the same form share the code that reads them, because browsers load it
/// with every room.
private enum BillStepName: UInt8, CaseIterable {
    case add, guest, take, weight, paid
    case split, scalePercents, amount, tax, tip, tipOn, roundUp, currency
    case item, drop, price, owner, disown, shareOpen
    case settle, unsettle
    case startOver, title, new, removeBill

    var text: StaticString {
        switch self {
        case .add: "add"
        case .guest: "guest"
        case .take: "take"
        case .weight: "weight"
        case .paid: "paid"
        case .split: "split"
        case .scalePercents: "scalePercents"
        case .amount: "amount"
        case .tax: "tax"
        case .tip: "tip"
        case .tipOn: "tipOn"
        case .roundUp: "roundUp"
        case .currency: "currency"
        case .item: "item"
        case .drop: "drop"
        case .price: "price"
        case .owner: "owner"
        case .disown: "disown"
        case .shareOpen: "shareOpen"
        case .settle: "settle"
        case .unsettle: "unsettle"
        case .startOver: "startOver"
        case .title: "title"
        case .new: "new"
        case .removeBill: "removeBill"
        }
    }
}

/// The members of a step; each step uses some of them.
private struct BillStepArguments {
    /// The person, item or payment concerned.
    var of: Int64 = 0
    var to: Int64 = 0
    var number: Int64 = 0
    var amount = AmountText.none
    var name = PersonName.none

    init(_ value: JSONValue, of step: BillStepName) throws(CodecError) {
        var value = value
        switch step {
        case .weight, .paid, .price, .owner, .disown, .settle:
            let object = try JSONObject(value)
            let isItem = step == .price || step == .owner || step == .disown
            of = try object.required("of").number(
                1, isItem ? RoomLimits.numberMax : Int64(UInt32.max))
            if step == .settle { to = Int64(try object.required("to").participant()) }
            value = try object.required("is")
        case .item where !value.isString:
            let object = try JSONObject(value)
            name = try object.required("name").personName()
            value = try object.required("is")
        case .currency:
            let object = try JSONObject(value)
            name = try object.required("sign").personName()
            value = try object.required("decimals")
        case .add, .guest, .take, .split, .scalePercents, .amount, .tax, .tip, .tipOn, .roundUp,
            .item, .drop, .shareOpen, .unsettle, .startOver, .title, .new, .removeBill:
            break
        }
        try read(value, of: step)
    }

    private mutating func read(
        _ value: JSONValue, of step: BillStepName
    ) throws(CodecError) {
        switch step {
        case .add, .take, .owner, .disown: number = Int64(try value.participant())
        case .drop, .unsettle: number = try value.number(from: 1)
        case .weight: number = try value.number(from: 0)
        case .guest, .title: name = try value.personName()
        case .paid, .amount, .tax, .tip, .item, .price, .settle: amount = try value.amount()
        case .roundUp: number = try value.boolean() ? 1 : 0
        case .split: number = Int64(try value.basis().rawValue)
        case .tipOn: number = try value.tipBase() == .pretax ? 1 : 0
        case .currency: number = Int64(try value.unit().rawValue)
        case .scalePercents, .shareOpen, .startOver, .new, .removeBill:
            try value.requireTrue(for: ())
        }
    }
}

extension BillStep {
    fileprivate static func read(_ value: JSONValue) throws(CodecError) -> BillStep? {
        for name in BillStepName.allCases where name.text ~= value {
            return BillStep(name, try BillStepArguments(value, of: name))
        }
        return nil
    }

    private init(_ name: BillStepName, _ arguments: BillStepArguments) {
        let (of, number) = (arguments.of, arguments.number)
        let (amount, person) = (arguments.amount, UInt32(truncatingIfNeeded: of))
        let participant = UInt32(truncatingIfNeeded: number)
        switch name {
        case .add: self = .add(participant)
        case .guest: self = .addGuest(arguments.name)
        case .take: self = .removePerson(participant)
        case .weight: self = .weight(person, number)
        case .paid: self = .paid(person, amount)
        case .split: self = .basis(Bill.Basis(rawValue: UInt8(number)) ?? .even)
        case .scalePercents: self = .scalePercents
        case .amount: self = .amount(amount)
        case .tax: self = .tax(amount)
        case .tip: self = .tip(amount)
        case .tipOn: self = .tipBase(number == 1 ? .pretax : .total)
        case .roundUp: self = .roundUp(number == 1)
        case .currency:
            self = .currency(BillUnit(rawValue: UInt8(number)) ?? .hundredth, arguments.name)
        case .item: self = .addItem(amount, arguments.name)
        case .drop: self = .dropItem(number)
        case .price: self = .price(of, amount)
        case .owner: self = .addOwner(of, participant)
        case .disown: self = .dropOwner(of, participant)
        case .shareOpen: self = .shareOpen
        case .settle: self = .settle(person, UInt32(truncatingIfNeeded: arguments.to), amount)
        case .unsettle: self = .unsettle(number)
        case .startOver: self = .startOver
        case .title: self = .title(arguments.name)
        case .new: self = .new
        case .removeBill: self = .removeBill
        }
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
