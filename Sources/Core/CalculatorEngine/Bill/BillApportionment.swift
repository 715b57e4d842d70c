import ExactNumbers

/// Splits an amount, a multiple of the unit, in proportion to weights, by the largest-remainder method.
///
/// Each share is first rounded toward zero. The leftover units, fewer than there are people, go one
/// each to the largest remainders, and for equal remainders to the people shown first. So a share
/// differs from its exact value by less than one unit, a weight of 0 never gets a unit, and a refund
/// mirrors the bill.
enum BillApportionment {
    struct Share {
        let amount: Int64
        /// True if the share includes one of the leftover units.
        let hasLeftover: Bool
    }

    /// Splits the amount into multiples of the unit. At least one weight must not be zero.
    static func shares(of amount: Int64, weights: [Natural], unit: Int64) -> [Share] {
        let whole = weights.reduce(.zero, +)
        var left = (amount / unit).magnitude
        let units = Natural(left)
        var shares: [UInt64] = []
        var remainders: [Natural] = []
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
            let share = Int64(shares[$0]) * unit
            return Share(amount: amount < 0 ? -share : share, hasLeftover: hasLeftover[$0])
        }
    }

    /// The indices of the remainders, the largest first, equal ones in their original order.
    private static func largest(_ remainders: [Natural]) -> [Int] {
        var order: [Int] = []
        for index in remainders.indices {
            let place = order.lowerBound { !(remainders[$0] < remainders[index]) }
            order.insert(index, at: place)
        }
        return order
    }
}

extension Natural {
    /// The number as 64 bits. A share is never larger than the amount, which has 64 bits.
    fileprivate var asUnits: UInt64 { words.first ?? 0 }
}
