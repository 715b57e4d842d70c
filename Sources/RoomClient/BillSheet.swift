import CalculatorEngine
public import SharedRoom

/// What a page draws of a bill, as JSON: C69 in docs/PROTOCOL.md.
///
/// Most who are in a room never look at a bill. So the page's replica hands it over as bytes, and what
/// they mean is worked out by this, in a module of its own.
public struct BillSheet {
    private let room: RoomBill
    private var bill: Bill { room.bill }

    public init(_ bill: RoomBill) {
        room = bill
    }

    /// Nil for what is no bill in the base 64 of a view.
    public init?(_ text: [UInt8]) {
        guard let bytes = Base64.decoded(text[...]), let bill = try? RoomBill(form: bytes) else {
            return nil
        }
        self.init(bill)
    }

    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writeCharges(to: &writer)
        writeItems(to: &writer)
        let result = result
        writePeople(try? result.get(), to: &writer)
        switch result {
        case .success(let split): write(split, to: &writer)
        case .failure(let error): write(error, to: &writer)
        }
        writeDebts(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    private var result: Result<BillSplit, BillError> {
        do throws(BillError) { return .success(try bill.split()) } catch { return .failure(error) }
    }

    private func text(_ amount: Int64) -> [UInt8] { bill.unit.text(amount) }
}

/// What was put in.
extension BillSheet {
    private func writeCharges(to writer: inout JSONWriter) {
        writer.member("decimals", Int64(bill.unit.decimals))
        writer.member("sign", room.sign.bytes)
        writer.member("unit", text(1))
        writer.member("split", bill.basis.wireName)
        writer.member("amount", text(bill.amount))
        writer.member("tax", text(bill.tax))
        writer.member("tip", bill.tip.text)
        writer.member("tipOn", bill.tipBase.wireName)
        writer.member("roundUp", bill.roundsUp)
        writer.member("percents", bill.percentSum)
        if bill.percentSum == 100 { writer.member("evened", true) }
    }

    private func writeItems(to writer: inout JSONWriter) {
        writer.beginList("items")
        for item in bill.items {
            writer.beginObject()
            writer.member("item", Int64(bitPattern: item.number))
            let name = room.itemNames.first { $0.item == item.number }
            if let name { writer.member("name", name.name.bytes) }
            writer.member("price", text(item.amount))
            writer.beginList("owners")
            for owner in item.owners { writer.number(Int64(owner)) }
            writer.endList()
            writer.endObject()
        }
        writer.endList()
        writer.member("sum", text(bill.items.reduce(0) { $0 + $1.amount }))
    }
}

/// What comes of it.
extension BillSheet {
    private func writePeople(_ split: BillSplit?, to writer: inout JSONWriter) {
        let evened = bill.evenedPercents
        writer.beginList("people")
        for (index, person) in bill.people.enumerated() {
            writer.beginObject()
            writer.member("who", person.number)
            if let guest = room.guests.first(where: { $0.number == person.number }) {
                writer.member("guest", guest.name.bytes)
            }
            writer.member("weight", person.weight)
            writer.member("evened", evened[index])
            writer.member("paid", text(person.paid))
            if let share = split?.shares[index] {
                writer.member("share", text(share.amount))
                if share.hasLeftover { writer.member("leftover", true) }
            }
            writer.endObject()
        }
        writer.endList()
    }

    private func write(_ split: BillSplit, to writer: inout JSONWriter) {
        writer.member("tipped", text(split.tippedAmount))
        writer.member("tips", text(split.tip))
        writer.member("total", text(split.total))
        writer.member("unassigned", text(split.unassigned))
        writer.member("open", text(bill.people.reduce(split.total) { $0 - $1.paid }))
    }

    /// Why it cannot be split.
    private func write(_ error: BillError, to writer: inout JSONWriter) {
        switch error {
        case .noWeight: writer.member("wrong", "noWeight")
        case .percentBeyond: writer.member("wrong", "percentBeyond")
        case .taxBeyondAmount: writer.member("wrong", "taxBeyondAmount")
        case .signsDiffer(let person):
            writer.member("wrong", "signsDiffer")
            if let person { writer.member("of", person) }
        default: writer.member("wrong", "nobody")
        }
    }

    private func writeDebts(to writer: inout JSONWriter) {
        writer.beginList("debts")
        for transfer in (try? room.settlement().transfers) ?? [] {
            writer.beginObject()
            write("from", transfer.from, to: &writer)
            write("to", transfer.to, to: &writer)
            writer.member("amount", text(transfer.amount))
            writer.endObject()
        }
        writer.endList()
        writer.beginList("settled")
        for one in room.settled {
            writer.beginObject()
            writer.member("payment", one.number)
            writer.member("from", one.payment.from)
            writer.member("to", one.payment.to)
            writer.member("amount", text(one.payment.amount))
            writer.endObject()
        }
        writer.endList()
    }

    private func write(
        _ name: StaticString, _ party: BillSettlement.Party, to writer: inout JSONWriter
    ) {
        switch party {
        case .person(let number): writer.member(name, number)
        case .unassigned: writer.member(name, "unassigned")
        case .till: writer.member(name, "till")
        }
    }
}
