import CalculatorEngine
import SharedRoom

/// P12: the shares of a bill add up to its total, which is computed independently here, and after all
/// transfers nobody owes anything.
extension RoomRecord {
    func checkCents(of room: RoomBill, after event: Event) -> Failure? {
        let bill = room.bill
        guard let split = try? bill.split() else { return nil }
        let shares = world.canary.altered(split.shares)
        if shares.count > 1, split.total != 0 { world.counts.add(.billsSplit) }
        let sum = shares.reduce(split.unassigned, +)
        let total = Self.total(of: bill)
        guard Int128(sum) == total, Int128(split.total) == total else {
            return failure(
                .cent, "after \(event) the shares add up to \(sum), but the total is \(total)")
        }
        return checkDebts(of: room, shares, after: event)
    }

    private static func total(of bill: Bill) -> Int128 {
        let unit = [1_000, 100, 10, 1][bill.unit.decimals] as Int128
        func shown(_ amount: Int64) -> Int128 { rounded(Int128(amount), per: unit) * unit }
        let items = bill.items.reduce(0) { $0 + shown($1.amount) }
        let tax = shown(bill.tax)
        let pretax = bill.basis == .items ? items : shown(bill.amount) - tax
        let tipped = bill.tipBase == .pretax ? pretax : pretax + tax
        let tip = rounded(tipped * Int128(bill.tip.tenThousandths), per: 1_000_000 * unit) * unit
        let total = pretax + tax + tip
        guard bill.roundsUp else { return total }
        return Int128((total.magnitude + 999) / 1_000 * 1_000) * total.signum()
    }

    /// Rounds half away from zero.
    private static func rounded(_ number: Int128, per unit: Int128) -> Int128 {
        (Int128(number.magnitude) + unit / 2) / unit * number.signum()
    }

    private func checkDebts(
        of room: RoomBill, _ shares: [Int64], after event: Event
    ) -> Failure? {
        guard let transfers = try? room.settlement().transfers else {
            return failure(.cent, "after \(event) there are shares but no settlement")
        }
        for (person, share) in zip(room.bill.people, shares) {
            let unit = room.bill.unit
            var given = unit.rounded(person.paid)
            for payment in room.settled.map(\.payment) {
                let amount = unit.rounded(payment.amount)
                if payment.from == person.number { given += amount }
                if payment.to == person.number { given -= amount }
            }
            for transfer in transfers {
                if transfer.from == .person(person.number) { given += transfer.amount }
                if transfer.to == .person(person.number) { given -= transfer.amount }
            }
            if given != share {
                return failure(
                    .cent,
                    "after \(event) person \(person.number) pays \(given), not \(share)")
            }
        }
        return nil
    }
}
