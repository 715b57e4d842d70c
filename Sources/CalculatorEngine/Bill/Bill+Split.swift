import ExactNumbers

extension Bill {
    /// Who bears how much: 95.00 between three are 31.67, 31.67 and 31.66.
    public func split() throws(BillError) -> BillSplit {
        switch basis {
        case .amount: try splitAmount()
        case .items: try splitItems()
        }
    }

    private func splitAmount() throws(BillError) -> BillSplit {
        guard !people.isEmpty else { throw .nobody }
        guard people.contains(where: { $0.weight > 0 }) else { throw .noWeight }
        guard (min(amount, 0)...max(amount, 0)).contains(tax) else { throw .taxBeyondAmount }
        let weights = people.map { Natural(UInt128($0.weight)) }
        return result(pretax: amount - tax, weights: weights + [.zero])
    }

    private func splitItems() throws(BillError) -> BillSplit {
        let sums = BillSums(of: self)
        let pretax = items.reduce(0) { $0 + $1.amount }
        let total = pretax + tax + tipAmount(pretax: pretax)
        let unfit = sums.parts.firstIndex { part in
            part.signum != 0 && (part.signum != pretax.signum() || part.signum == -total.signum())
        }
        if let unfit {
            throw .signsDiffer(person: unfit < people.count ? people[unfit].number : nil)
        }
        return result(pretax: pretax, weights: sums.parts.map { $0.magnitude })
    }

    /// The weights are those of all people, then that of what is unassigned.
    private func result(pretax: Int64, weights: [Natural]) -> BillSplit {
        let tip = tipAmount(pretax: pretax)
        let total = pretax + tax + tip
        // Tax on nothing is nobody's.
        let isNothing = weights.allSatisfy { $0.isZero }
        let nobodys = [Natural](repeating: .zero, count: people.count) + [.one]
        let amounts = BillApportionment.shares(of: total, weights: isNothing ? nobodys : weights)
        return BillSplit(
            shares: people.indices.map {
                BillSplit.Share(person: people[$0].number, amount: amounts[$0])
            },
            unassigned: amounts[people.count],
            tippedAmount: tippedAmount(pretax: pretax),
            tip: tip,
            total: total)
    }

    private func tippedAmount(pretax: Int64) -> Int64 {
        switch tipBase {
        case .pretax: pretax
        case .total: pretax + tax
        }
    }

    private func tipAmount(pretax: Int64) -> Int64 {
        tip.amount(on: tippedAmount(pretax: pretax))
    }
}

extension Integer {
    fileprivate var signum: Int64 { isZero ? 0 : isNegative ? -1 : 1 }
}
