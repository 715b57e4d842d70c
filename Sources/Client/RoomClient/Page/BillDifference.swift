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

    func write(_ step: History.Step, to writer: inout JSONWriter) {
        step.signature.write(to: &writer)
        if before.settled.count != after.settled.count, before.all == after.all {
            writer.member(
                "what", before.settled.count < after.settled.count ? "settle" : "unsettle")
        } else if let new = after.all.last(where: { before[$0.number] == nil }) {
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
        } else if let person = after.people.first(where: { !old.has($0.number) }) {
            write("add", new, person, to: &writer)
        } else if let person = before.people.first(where: { !new.has($0.number) }) {
            write("take", new, person, to: &writer)
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
        } else if let item = after.items.first(where: { !before.items.contains($0) }) {
            let previous = before.items.first { $0.number == item.number }?.amount
            let isOwner = previous == item.amount
            write(isOwner ? "owner" : previous == nil ? "item" : "price", new, to: &writer)
            if let name = new.name(of: item) { writer.member("name", name.bytes) }
            if !isOwner { writer.amounts(previous, item.amount, of: new) }
        } else if let item = before.items.first(where: { !after.items.contains($0) }) {
            write("drop", new, to: &writer)
            if let name = old.name(of: item) { writer.member("name", name.bytes) }
            writer.amounts(nil, item.amount, of: new)
        } else {
            writePerson(old, new, to: &writer)
        }
    }

    private func write(
        _ what: StaticString, _ bill: RoomBill, _ person: Bill.Person, to writer: inout JSONWriter
    ) {
        write(what, bill, to: &writer)
        writer.member("who", person.number)
        if let guest = after.name(of: person.number) ?? before.name(of: person.number) {
            writer.member("guest", guest.bytes)
        }
    }

    /// A changed payment, or changed weights, which may be those of several people.
    private func writePerson(_ old: RoomBill, _ new: RoomBill, to writer: inout JSONWriter) {
        let changed = zip(old.bill.people, new.bill.people).filter { $0 != $1 }
        guard let (before, after) = changed.first else {
            return write("something", new, to: &writer)
        }
        if changed.count > 1 {
            write("weight", new, to: &writer)
        } else if before.paid != after.paid {
            write("paid", new, after, to: &writer)
            writer.amounts(before.paid, after.paid, of: new)
        } else {
            write("weight", new, after, to: &writer)
            writer.member("from", before.weight)
            writer.member("to", after.weight)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func values(_ before: [UInt8], _ after: [UInt8]) {
        member("from", before)
        member("to", after)
    }

    fileprivate mutating func amounts(_ before: Int64?, _ after: Int64, of bill: RoomBill) {
        if let before { member("from", bill.bill.unit.text(before)) }
        member("to", bill.bill.unit.text(after))
        member("sign", bill.sign.bytes)
    }
}
