import CalculatorEngine
import SharedRoom

/// P12: the shares of a bill add up to its total, which is computed independently here, and after all
/// transfers nobody owes anything. Undo restores the bills before the step.
extension RoomRecord {
    func checkBills(before: RoomBills, after event: Event) -> Failure? {
        for bill in room.bills.all {
            if let failure = checkShares(of: bill.bill, after: event) { return failure }
        }
        for bill in room.bills.all {
            if let failure = checkDebts(inCurrencyOf: bill, after: event) { return failure }
        }
        return checkUndo(before: before, after: event)
    }

    private func checkShares(of bill: Bill, after event: Event) -> Failure? {
        guard let split = try? bill.split() else { return nil }
        let shares = world.canary.altered(split.shares)
        if shares.count > 1, split.total != 0 { world.counts.add(.billsSplit) }
        let sum = shares.reduce(split.unassigned, +)
        let total = Self.total(of: bill)
        guard Int128(sum) == total, Int128(split.total) == total else {
            return failure(
                .cent, "after \(event) the shares add up to \(sum), but the total is \(total)")
        }
        return nil
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

    /// In all bills with the currency together, everybody pays as much as their shares.
    private func checkDebts(inCurrencyOf bill: RoomBill, after event: Event) -> Failure? {
        let unit = bill.bill.unit
        var open: [UInt32: Int64] = [:]
        for one in room.bills.all where one.hasCurrency(of: bill) {
            guard let split = try? one.bill.split() else { continue }
            for (person, share) in zip(one.bill.people, world.canary.altered(split.shares)) {
                open[person.number, default: 0] += share - unit.rounded(person.paid)
            }
        }
        for one in room.bills.settledDebts(inCurrencyOf: bill) {
            let amount = unit.rounded(one.payment.amount)
            open[one.payment.from, default: 0] -= amount
            open[one.payment.to, default: 0] += amount
        }
        for transfer in room.bills.settlement(inCurrencyOf: bill).transfers {
            if case .person(let person) = transfer.from {
                open[person, default: 0] -= transfer.amount
            }
            if case .person(let person) = transfer.to {
                open[person, default: 0] += transfer.amount
            }
        }
        guard let (person, amount) = open.first(where: { $0.value != 0 }) else { return nil }
        return failure(.cent, "after \(event) person \(person) still owes \(amount)")
    }

    /// After an undo or redo the bills are those before or after the step.
    private func checkUndo(before: RoomBills, after event: Event) -> Failure? {
        let expected: RoomBills?
        switch event.action {
        case .undo:
            expected = before.history.last.flatMap { billSteps[$0.sequence]?.before }
        case .redo:
            expected = before.history.lastUndone.flatMap { billSteps[$0.sequence]?.after }
        default:
            billSteps[event.sequence] = (before, room.bills)
            return nil
        }
        world.counts.add(.billStepsUndone)
        guard let expected, !room.bills.hasContent(of: expected) else { return nil }
        return failure(.cent, "after \(event) the bills differ from those around the step")
    }
}

extension RoomBills {
    fileprivate func hasContent(of other: RoomBills) -> Bool {
        all == other.all && guests == other.guests && settled == other.settled
    }
}
