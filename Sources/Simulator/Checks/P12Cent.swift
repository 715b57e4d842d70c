import CalculatorEngine
import SharedRoom

/// P12: the shares of a bill add up to what the bill comes to, which is worked out a second time here.
extension RoomRecord {
    func checkCents(of bill: Bill, after event: Event) -> Failure? {
        guard let split = try? bill.split() else { return nil }
        let sum = split.shares.reduce(split.unassigned) { $0 + $1.amount }
        let items = bill.items.reduce(0) { $0 + $1.amount }
        let pretax = bill.basis == .items ? items : bill.amount - bill.tax
        let tipped = bill.tipBase == .pretax ? pretax : pretax + bill.tax
        let tip = Self.rounded(Int128(tipped) * Int128(bill.tip.tenThousandths), per: 1_000_000)
        let total = Int128(pretax + bill.tax) + tip
        if Int128(sum) == total, Int128(split.total) == total { return nil }
        return failure(
            .cent, "after \(event) the shares add up to \(sum), and the bill to \(total)")
    }

    /// Halves go away from zero.
    private static func rounded(_ number: Int128, per unit: Int128) -> Int128 {
        (Int128(number.magnitude) + unit / 2) / unit * number.signum()
    }
}
