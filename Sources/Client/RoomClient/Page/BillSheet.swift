import CalculatorEngine
public import SharedRoom

/// The content of the bill sheet as JSON.
///
/// Most participants never open a bill. The replica's module therefore passes the bills to the page in their
/// binary form, and this type, in a module of its own (BrowserBill), interprets them.
///
/// | member | meaning |
/// | --- | --- |
/// | `bill`, `title` | the number of the bill that is shown, and its title, if any |
/// | `bills` | all bills, see below |
/// | `undo`, `redo` | the change that can be undone or redone, if any, as `BillDifference` describes it |
/// | `decimals`, `sign`, `unit` | of the currency; `unit` is the smallest amount |
/// | `split` | the basis: `even`, `amount`, `percent` or `items` |
/// | `amount`, `tax`, `tip` | the amounts entered; `tip` is a percentage |
/// | `tipOn`, `roundUp` | the base of the tip, and whether the total is rounded up to a whole amount |
/// | `percents` | the sum of the percentages; with `evened`:`true` if it is 100 |
/// | `items`, `sum` | the items with `item`, `name` (if any), `price`, `owners`; the sum of their prices |
/// | `people` | see below |
/// | `guests` | the people who are not in the room, see below |
/// | `tipped`, `tips`, `total` | the amount that the tip is based on, the percentage of it, the total |
/// | `about` | `true` if `tips` was rounded to the unit |
/// | `raise` | the amount that rounding up adds to the tip, if any |
/// | `unassigned`, `open` | the amount of items without owner; the amount that nobody has paid |
/// | `wrong`, `of` | the reason why the bill cannot be split; the person concerned, for `signsDiffer` |
/// | `debts` | the remaining debts in all bills, see below |
/// | `settled` | the settled debts in all bills, with `payment`, `from`, `to`, `amount` and `sign` |
///
/// `tipped` to `open` exist only if the bill can be split, `wrong` only if it cannot. `wrong` is `nobody`,
/// `noWeight`, `percentBeyond`, `taxBeyondAmount` or `signsDiffer`.
///
/// An entry of `bills` has `bill`, `title` (if any), `sign`, `amount`, `paid`:`true` if somebody has paid, `total` (if
/// the bill can be split) and `state`: `empty`, `open` or `settled`.
///
/// An entry of `people` has `who`, `weight`, `paid`, and, if the bill can be split, `share`, with `leftover`:`true` if the
/// share includes a unit left over by rounding.
///
/// An entry of `guests` has `who`, `name`, and `other`:`true` if the person is in other bills only. The
/// list also has people who left the room and to whom a change may refer.
///
/// An entry of `debts` has `from`, `to` (a number, `"unassigned"` or `"till"`), `amount` and `sign`. Debts are netted
/// over all bills with the same currency; those in the currency of the bill come first.
public struct BillSheet {
    private let bills: RoomBills
    private let room: RoomBill
    /// The bill with the amounts that are shown.
    private let bill: Bill

    /// The sheet of a bill, or of the last one if there is none with this number.
    public init(_ bills: RoomBills, showing number: Int64) {
        self.bills = bills
        room = bills[number] ?? bills.all[bills.all.count - 1]
        bill = room.bill.rounded
    }

    /// Nil unless the text is the base 64 of the bills in the form of the view.
    public init?(_ text: [UInt8], showing number: Int64) {
        guard let bytes = Base64.decoded(text[...]),
            let bills = try? RoomBills(sheetForm: bytes)
        else { return nil }
        self.init(bills, showing: number)
    }

    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.member("bill", room.number)
        if room.title != .none { writer.member("title", room.title.bytes) }
        writeBills(to: &writer)
        writeHistory(to: &writer)
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

/// All bills.
extension BillSheet {
    private func writeBills(to writer: inout JSONWriter) {
        writer.beginList("bills")
        for one in bills.all {
            writer.beginObject()
            writer.member("bill", one.number)
            if one.title != .none { writer.member("title", one.title.bytes) }
            writer.member("sign", one.sign.bytes)
            writer.member("amount", one.bill.unit.text(one.bill.amount))
            if one.bill.people.contains(where: { $0.paid != 0 }) { writer.member("paid", true) }
            let split = try? one.bill.split()
            if let split { writer.member("total", one.bill.unit.text(split.total)) }
            writer.member("state", state(of: one, split))
            writer.endObject()
        }
        writer.endList()
    }

    /// A bill is settled if it is paid and nobody in it owes or is owed anything.
    private func state(of room: RoomBill, _ split: BillSplit?) -> StaticString {
        let isEmpty = room.bill.items.isEmpty && room.bill.amount == 0
        guard let split, split.total != 0 else { return isEmpty ? "empty" : "open" }
        let paid = room.bill.rounded.people.reduce(0) { $0 + $1.paid }
        guard paid == split.total, split.unassigned == 0 else { return "open" }
        for debt in bills.settlement(inCurrencyOf: room).transfers {
            guard case .person(let from) = debt.from, case .person(let to) = debt.to else {
                continue
            }
            if room.has(from) || room.has(to) { return "open" }
        }
        return "settled"
    }

    private func writeHistory(to writer: inout JSONWriter) {
        if let step = bills.history.last, let before = bills.bills(turning: step) {
            writer.beginObject("undo")
            BillDifference(before: before, after: bills).write(step, to: &writer)
            writer.endObject()
        }
        if let step = bills.history.lastUndone, let after = bills.bills(turning: step) {
            writer.beginObject("redo")
            BillDifference(before: bills, after: after).write(step, to: &writer)
            writer.endObject()
        }
    }
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
            if let name = room.name(of: item) { writer.member("name", name.bytes) }
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
            writer.member("weight", person.weight)
            writer.member("paid", text(person.paid))
            if let share = split?.shares[index] {
                writer.member("share", text(share.amount))
                if share.hasLeftover { writer.member("leftover", true) }
            }
            writer.endObject()
        }
        writer.endList()
        writer.beginList("guests")
        for guest in bills.guests + bills.departed {
            writer.beginObject()
            writer.member("who", guest.number)
            writer.member("name", guest.name.bytes)
            if !room.has(guest.number), bills.has(guest.number) { writer.member("other", true) }
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
}

/// Debts.
extension BillSheet {
    private func writeDebts(to writer: inout JSONWriter) {
        let currencies = currencies
        writer.beginList("debts")
        for one in currencies {
            for transfer in bills.settlement(inCurrencyOf: one).transfers {
                writer.beginObject()
                write("from", transfer.from, to: &writer)
                write("to", transfer.to, to: &writer)
                writer.member("amount", one.bill.unit.text(transfer.amount))
                writer.member("sign", one.sign.bytes)
                writer.endObject()
            }
        }
        writer.endList()
        writer.beginList("settled")
        for one in currencies {
            for debt in bills.settledDebts(inCurrencyOf: one) {
                writer.beginObject()
                writer.member("payment", debt.number)
                writer.member("from", debt.payment.from)
                writer.member("to", debt.payment.to)
                writer.member("amount", one.bill.unit.text(debt.payment.amount))
                writer.member("sign", one.sign.bytes)
                writer.endObject()
            }
        }
        writer.endList()
    }

    /// One bill for each currency, the one that is shown first.
    private var currencies: [RoomBill] {
        var found = [room]
        for one in bills.all where !found.contains(where: { $0.hasCurrency(of: one) }) {
            found.append(one)
        }
        return found
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

extension RoomBill {
    func name(of item: Bill.Item) -> PersonName? {
        itemNames.first { $0.item == item.number }?.name
    }
}
