import ExactNumbers

extension Bill {
    /// The share of each person: 95.00 between three people are 31.67, 31.67 and 31.66.
    public func split() throws(BillError) -> BillSplit {
        let bill = rounded
        switch basis {
        case .even, .amount, .percent: return try bill.splitAmount()
        case .items: return try bill.splitItems()
        }
    }

    /// The bill as it is shown and summed: with all amounts rounded to the unit.
    public var rounded: Bill {
        var bill = self
        bill.amount = unit.rounded(amount)
        bill.tax = unit.rounded(tax)
        for index in items.indices { bill.items[index].amount = unit.rounded(items[index].amount) }
        for index in people.indices { bill.people[index].paid = unit.rounded(people[index].paid) }
        return bill
    }

    private func splitAmount() throws(BillError) -> BillSplit {
        guard !people.isEmpty else { throw .nobody }
        let weights = try weights()
        guard (min(amount, 0)...max(amount, 0)).contains(tax) else { throw .taxBeyondAmount }
        return result(pretax: amount - tax, weights: weights.map { Natural(UInt128($0)) })
    }

    /// The weights of all people, then the weight of the unassigned part.
    private func weights() throws(BillError) -> [Int64] {
        let weights = people.map { basis == .even ? 1 : $0.weight }
        guard basis == .percent else {
            if weights.allSatisfy({ $0 == 0 }) { throw .noWeight }
            return weights + [0]
        }
        guard percentSum <= 100 else { throw .percentBeyond }
        return weights + [100 - percentSum]
    }

    /// The sum of the percentages, which should be 100.
    public var percentSum: Int64 { people.reduce(0) { $0 + $1.weight } }

    /// The percentages scaled to whole numbers with the sum 100: 50, 30 and 10 become 56, 33 and 11.
    /// If all are 0, all people get the same.
    public var evenedPercents: [Int64] {
        let isNothing = percentSum == 0
        return Self.percents(people.map { isNothing ? 1 : $0.weight })
    }

    /// The percentages with which a split by percentages begins: 34, 33 and 33 for three people.
    public var equalPercents: [Int64] { Self.percents(people.map { _ in 1 }) }

    /// Splits 100 as `BillApportionment` does, in 64 bits: browsers load this with every room.
    private static func percents(_ weights: [Int64]) -> [Int64] {
        let sum = max(1, weights.reduce(0, +))
        var percents = weights.map { $0 * 100 / sum }
        var remainders = weights.map { $0 * 100 % sum }
        for _ in 0..<remainders.reduce(0, +) / sum {
            guard let index = remainders.firstIndex(of: remainders.max() ?? 0) else { break }
            percents[index] += 1
            remainders[index] = 0
        }
        return percents
    }

    private func splitItems() throws(BillError) -> BillSplit {
        let sums = BillSums(of: self)
        let pretax = items.reduce(0) { $0 + $1.amount }
        let tip = tipAmount(pretax: pretax)
        let total = pretax + tax + tip.amount + tip.raise
        let mismatched = sums.parts.firstIndex { part in
            part.signum != 0 && (part.signum != pretax.signum() || part.signum == -total.signum())
        }
        if let mismatched {
            throw .signsDiffer(person: mismatched < people.count ? people[mismatched].number : nil)
        }
        return result(pretax: pretax, weights: sums.parts.map { $0.magnitude })
    }

    /// Splits the bill by the weights of all people, followed by the weight of the unassigned part.
    private func result(pretax: Int64, weights: [Natural]) -> BillSplit {
        let tip = tipAmount(pretax: pretax)
        let total = pretax + tax + tip.amount + tip.raise
        // If there are only weights of zero, the tax belongs to nobody.
        let isNothing = weights.allSatisfy { $0.isZero }
        let unassignedOnly = [Natural](repeating: .zero, count: people.count) + [.one]
        let shares = BillApportionment.shares(
            of: total, weights: isNothing ? unassignedOnly : weights, unit: unit.size)
        return BillSplit(
            shares: people.indices.map {
                BillSplit.Share(
                    person: people[$0].number, amount: shares[$0].amount,
                    hasLeftover: shares[$0].hasLeftover)
            },
            unassigned: shares[people.count].amount,
            tippedAmount: tippedAmount(pretax: pretax),
            tip: tip.amount + tip.raise,
            raise: tip.raise,
            isTipExact: self.tip.isExact(on: tippedAmount(pretax: pretax), unit: unit),
            total: total)
    }

    private func tippedAmount(pretax: Int64) -> Int64 {
        switch tipBase {
        case .pretax: pretax
        case .total: pretax + tax
        }
    }

    /// The tip, and what rounding up adds to it.
    private func tipAmount(pretax: Int64) -> (amount: Int64, raise: Int64) {
        let tip = tip.amount(on: tippedAmount(pretax: pretax), unit: unit)
        let total = pretax + tax + tip
        let beyond = total % BillUnit.whole.size
        guard roundsUp, beyond != 0 else { return (tip, 0) }
        return (tip, total.signum() * BillUnit.whole.size - beyond)
    }
}

extension Integer {
    fileprivate var signum: Int64 { isZero ? 0 : isNegative ? -1 : 1 }
}
