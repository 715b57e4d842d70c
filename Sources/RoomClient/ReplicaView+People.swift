import CalculatorEngine
import SharedRoom

/// People and bill of the view.
extension ReplicaView {
    func writePeople(to writer: inout JSONWriter) {
        writer.beginObject("people")
        if let you { writer.member("you", you) }
        writer.member("mayPress", mayPress)
        writer.member("locked", isLocked)
        writer.member("door", isDoorOpen)
        if holdsNames { writer.member("holdsNames", true) }
        writer.member("closed", life == .closed)
        if let readToken { writer.member("read", readToken) }
        writer.member("count", Int64(presentCount))
        writer.beginList("all")
        for person in people {
            let isPresent = isPresent(person.number)
            person.write(to: &writer, isPresent: isPresent, onBoard: isWatching)
        }
        writer.endList()
        writer.endObject()
    }

    private func isPresent(_ number: UInt32) -> Bool {
        present.contains(number)
    }

    func writeBill(to writer: inout JSONWriter) {
        let bill = bill.bill
        writer.beginObject("bill")
        writer.member("decimals", Int64(bill.unit.decimals))
        writer.member("split", bill.basis == .items ? "items" : "amount")
        writer.member("amount", bill.unit.text(bill.amount))
        writer.member("tax", bill.unit.text(bill.tax))
        writer.member("tip", bill.tip.tenThousandths)
        writer.member("tipOn", bill.tipBase == .total ? "total" : "pretax")
        writeItems(of: bill, to: &writer)
        writeParties(of: bill, to: &writer)
        writer.endObject()
    }

    private func writeItems(of bill: Bill, to writer: inout JSONWriter) {
        writer.beginList("items")
        for item in bill.items {
            writer.beginObject()
            writer.member("item", Int64(bitPattern: item.number))
            writer.member("price", bill.unit.text(item.amount))
            writer.beginList("owners")
            for owner in item.owners { writer.number(Int64(owner)) }
            writer.endList()
            writer.endObject()
        }
        writer.endList()
    }

    /// The people with their shares, as far as the bill can be split.
    private func writeParties(of bill: Bill, to writer: inout JSONWriter) {
        let split = try? bill.split()
        writer.beginList("people")
        for (index, person) in bill.people.enumerated() {
            writer.beginObject()
            writer.member("who", person.number)
            if let guest = self.bill.guests.first(where: { $0.number == person.number }) {
                writer.member("guest", guest.name.bytes)
            }
            writer.member("weight", person.weight)
            writer.member("paid", bill.unit.text(person.paid))
            if let split { writer.member("share", bill.unit.text(split.shares[index].amount)) }
            writer.endObject()
        }
        writer.endList()
        guard let split else { return }
        writer.member("total", bill.unit.text(split.total))
        writer.member("unassigned", bill.unit.text(split.unassigned))
    }
}

extension Participant {
    /// On a board nobody has a name that is held back.
    fileprivate func write(to writer: inout JSONWriter, isPresent: Bool, onBoard: Bool) {
        writer.beginObject()
        writer.member("who", number)
        writer.member("name", onBoard && nameHeld != nil ? [] : name.bytes)
        if let nameHeld, !onBoard { writer.member("held", nameHeld) }
        if isPresent { writer.member("here", true) }
        if isHost { writer.member("host", true) }
        if hasKeypad { writer.member("keypad", true) }
        if let handRaised { writer.member("hand", handRaised) }
        writer.endObject()
    }
}
