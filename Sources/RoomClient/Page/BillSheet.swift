import CalculatorEngine
public import SharedRoom

/// The content of the bill sheet as JSON.
///
/// Most participants never open a bill. The replica's module therefore passes the bill to the page in its
/// binary form, and this type, in a module of its own (BrowserBill), interprets it.
///
/// | member | meaning |
/// | --- | --- |
/// | `decimals`, `sign`, `unit` | of the currency; `unit` is the smallest amount |
/// | `split` | the basis: `even`, `amount`, `percent` or `items` |
/// | `amount`, `tax`, `tip` | the amounts entered; `tip` is a percentage |
/// | `tipOn`, `roundUp` | the base of the tip, and whether the total is rounded up to a whole amount |
/// | `percents` | the sum of the percentages; with `evened`:`true` if it is 100 |
/// | `items`, `sum` | the items with `item`, `name` (if any), `price`, `owners`; the sum of their prices |
/// | `people` | see below |
/// | `tipped`, `tips`, `total` | the amount that the tip is based on, the percentage of it, the total |
/// | `about` | `true` if `tips` was rounded to the unit |
/// | `raise` | the amount that rounding up adds to the tip, if any |
/// | `unassigned`, `open` | the amount of items without owner; the amount that nobody has paid |
/// | `wrong`, `of` | the reason why the bill cannot be split; the person concerned, for `signsDiffer` |
/// | `debts` | the remaining debts with `from`, `to` (a number, `"unassigned"` or `"till"`) and `amount` |
/// | `settled` | the settled debts with `payment`, `from`, `to` and `amount` |
///
/// `tipped` to `open` exist only if the bill can be split, `wrong` only if it cannot. `wrong` is `nobody`,
/// `noWeight`, `percentBeyond`, `taxBeyondAmount` or `signsDiffer`.
///
/// An entry of `people` has `who`, `guest` (the name of a person who is not in the room), `weight`, `paid`, and, if
/// the bill can be split, `share`, with `leftover`:`true` if the share includes a unit left over by rounding.
public struct BillSheet {
    private let room: RoomBill
    /// The bill with the amounts that are shown.
    private let bill: Bill

    public init(_ room: RoomBill) {
        self.room = room
        bill = room.bill.rounded
    }

    /// Nil unless the text is the base 64 of a bill's binary form.
    public init?(_ text: [UInt8]) {
        guard let bytes = Base64.decoded(text[...]), let bill = try? RoomBill(encoded: bytes) else {
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

/// Input.
extension BillSheet {
    private func writeCharges(to writer: inout JSONWriter) {
        writer.member("decimals", Int64(bill.unit.decimals))
        writer.member("sign", room.sign.bytes)
        writer.member("unit", text(bill.unit.size))
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

/// Results.
extension BillSheet {
    private func writePeople(_ split: BillSplit?, to writer: inout JSONWriter) {
        writer.beginList("people")
        for (index, person) in bill.people.enumerated() {
            writer.beginObject()
            writer.member("who", person.number)
            if let guest = room.guests.first(where: { $0.number == person.number }) {
                writer.member("guest", guest.name.bytes)
            }
            writer.member("weight", person.weight)
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
        writer.member("tips", text(split.tip - split.raise))
        if !split.isTipExact { writer.member("about", true) }
        if split.raise != 0 { writer.member("raise", text(split.raise)) }
        writer.member("total", text(split.total))
        writer.member("unassigned", text(split.unassigned))
        writer.member("open", text(bill.people.reduce(split.total) { $0 - $1.paid }))
    }

    /// The reason why the bill cannot be split.
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
