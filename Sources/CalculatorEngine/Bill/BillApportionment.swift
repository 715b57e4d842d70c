import ExactNumbers

/// Shares of an amount in whole units, in proportion to weights, by largest remainder.
///
/// Everybody first gets their exact share rounded toward zero. The units that are left over, fewer
/// than there are people, go one each to those who lost most by the rounding; among equals, to
/// those shown first. So nobody is a whole unit away from their exact share, who has weight 0 never
/// gets a unit, and a refund is the mirror of the bill.
enum BillApportionment {
    struct Share {
        let amount: Int64
        /// Whether it has one of the units that were left over.
        let hasLeftover: Bool
    }

    /// At least one weight must not be zero.
    static func shares(of amount: Int64, weights: [Natural]) -> [Share] {
        let whole = weights.reduce(.zero, +)
        let units = Natural(amount.magnitude)
        var shares: [UInt64] = []
        var remainders: [Natural] = []
        var left = amount.magnitude
        for weight in weights {
            let (share, remainder) = (units * weight).quotientAndRemainder(dividingBy: whole)
            shares.append(share.asUnits)
            remainders.append(remainder)
            left -= share.asUnits
        }
        var hasLeftover = shares.map { _ in false }
        for index in largest(remainders).prefix(Int(left)) {
            shares[index] += 1
            hasLeftover[index] = true
        }
        return shares.indices.map {
            let share = Int64(shares[$0])
            return Share(amount: amount < 0 ? -share : share, hasLeftover: hasLeftover[$0])
        }
    }

    /// The indices of the remainders, the largest first, equal ones in their order.
    private static func largest(_ remainders: [Natural]) -> [Int] {
        var order: [Int] = []
        for index in remainders.indices {
            let place = order.firstPlace { !(remainders[$0] < remainders[index]) }
            order.insert(index, at: place)
        }
        return order
    }
}

extension Natural {
    /// A share is never larger than the amount that is shared, which has 64 bits.
    fileprivate var asUnits: UInt64 { words.first ?? 0 }
}
