import CalculatorEngine
import SharedRoom

/// The change of a step, for the names of undo and redo.
///
/// | member | meaning |
/// | --- | --- |
/// | `by`, `pen`, `n` | the signature of the step |
/// | `what` | the name of the step, as in `BillStep`'s JSON |
/// | `bill`, `title` | the bill that changed, and its title, if any |
/// | `who`, `guest` | the person concerned, and the name of one who is not in the room |
/// | `name` | the name of the item concerned |
/// | `from`, `to`, `sign` | the values before and after, and the currency if they are amounts |
struct BillDifference {
    let before: RoomBills
    let after: RoomBills

    init(from before: RoomBills, to after: RoomBills) {
        self.before = before
        self.after = after
    }

    func write(_ step: History.Step, to writer: inout JSONWriter) {
        step.signature.write(to: &writer)
        if before.settled.count != after.settled.count, before.all == after.all {
            return writer.member(
                "what", before.settled.count < after.settled.count ? "settle" : "unsettle")
        }
        if let new = after.all.last(where: { before[$0.number] == nil }) {
            write("new", new, to: &writer)
        } else if let old = before.all.last(where: { after[$0.number] == nil }) {
            write("removeBill", old, to: &writer)
        } else if let new = after.all.first(where: { before[$0.number] != $0 }),
            let old = before[new.number]
        {
            write(old, new, to: &writer)
        } else {
            writer.member("what", "something")
        }
    }

    private func write(_ what: StaticString, _ bill: RoomBill, to writer: inout JSONWriter) {
        writer.member("what", what)
        writer.member("bill", bill.number)
        if bill.title != .none { writer.member("title", bill.title.bytes) }
    }

    private func write(_ old: RoomBill, _ new: RoomBill, to writer: inout JSONWriter) {
        let (before, after) = (old.bill, new.bill)
        if old.title != new.title {
            write("title", new, to: &writer)
            writer.values(old.title.bytes, new.title.bytes)
        } else if !old.hasCurrency(of: new) {
            write("currency", new, to: &writer)
            writer.values(old.sign.bytes, new.sign.bytes)
        } else if after == Bill(unit: after.unit) {
            write("startOver", new, to: &writer)
        } else if before.basis != after.basis {
            write("split", new, to: &writer)
            writer.values(before.basis.wireName.bytes, after.basis.wireName.bytes)
        } else if before.people.count != after.people.count {
            writePeople(old, new, to: &writer)
        } else if before.items.count != after.items.count {
            writeItems(old, new, to: &writer)
        } else if before.amount != after.amount {
            write("amount", new, to: &writer)
            writer.amounts(before.amount, after.amount, of: new)
        } else if before.tax != after.tax {
            write("tax", new, to: &writer)
            writer.amounts(before.tax, after.tax, of: new)
        } else if before.tip != after.tip {
            write("tip", new, to: &writer)
            writer.values(before.tip.text, after.tip.text)
        } else if before.tipBase != after.tipBase {
            write("tipOn", new, to: &writer)
        } else if before.roundsUp != after.roundsUp {
            write("roundUp", new, to: &writer)
        } else if let item = after.items.indices.first(where: {
            before.items[$0] != after.items[$0]
        }) {
            writeItem(before.items[item], new, after.items[item], to: &writer)
        } else {
            writePerson(old, new, to: &writer)
        }
    }

    private func writePeople(_ old: RoomBill, _ new: RoomBill, to writer: inout JSONWriter) {
        let added = new.bill.people.filter { !old.has($0.number) }
        let taken = old.bill.people.filter { !new.has($0.number) }
        write(added.isEmpty ? "take" : "add", new, to: &writer)
        for person in added + taken {
            write(person.number, to: &writer)
            // One name is enough.
            return
        }
    }

    private func write(_ person: UInt32, to writer: inout JSONWriter) {
        writer.member("who", person)
        if let guest = after.name(of: person) ?? before.name(of: person) {
            writer.member("guest", guest.bytes)
        }
    }

    private func writeItems(_ old: RoomBill, _ new: RoomBill, to writer: inout JSONWriter) {
        let numbers = old.bill.items.map { $0.number }
        if let item = new.bill.items.last, !numbers.contains(item.number) {
            write("item", new, to: &writer)
            if let name = new.name(of: item) { writer.member("name", name.bytes) }
            writer.member("to", new.bill.unit.text(item.amount))
        } else {
            let kept = new.bill.items.map { $0.number }
            write("drop", new, to: &writer)
            guard let item = old.bill.items.first(where: { !kept.contains($0.number) }) else {
                return
            }
            if let name = old.name(of: item) { writer.member("name", name.bytes) }
            writer.member("to", new.bill.unit.text(item.amount))
        }
        writer.member("sign", new.sign.bytes)
    }

    private func writeItem(
        _ old: Bill.Item, _ bill: RoomBill, _ new: Bill.Item, to writer: inout JSONWriter
    ) {
        let isPrice = old.amount != new.amount
        write(isPrice ? "price" : "owner", bill, to: &writer)
        if let name = bill.name(of: new) { writer.member("name", name.bytes) }
        if isPrice { writer.amounts(old.amount, new.amount, of: bill) }
    }

    /// A changed payment, or changed weights.
    private func writePerson(_ old: RoomBill, _ new: RoomBill, to writer: inout JSONWriter) {
        let changed = zip(old.bill.people, new.bill.people).filter { $0 != $1 }
        guard let (before, after) = changed.first else {
            return write("something", new, to: &writer)
        }
        let isPaid = before.paid != after.paid
        write(isPaid ? "paid" : "weight", new, to: &writer)
        guard changed.count == 1 else { return }
        write(after.number, to: &writer)
        if isPaid {
            writer.amounts(before.paid, after.paid, of: new)
        } else {
            writer.member("from", Int64(before.weight))
            writer.member("to", Int64(after.weight))
        }
    }
}

extension JSONWriter {
    fileprivate mutating func values(_ before: [UInt8], _ after: [UInt8]) {
        member("from", before)
        member("to", after)
    }

    fileprivate mutating func amounts(_ before: Int64, _ after: Int64, of bill: RoomBill) {
        values(bill.bill.unit.text(before), bill.bill.unit.text(after))
        member("sign", bill.sign.bytes)
    }
}
