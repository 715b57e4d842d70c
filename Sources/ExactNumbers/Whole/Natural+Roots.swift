/// Whole roots by Newton's method, and whether they are exact.
extension Natural {
    /// The largest whole number whose square is not larger: 3 for 15.
    public var squareRootRoundedDown: Natural {
        if isZero { return .zero }
        // From above, each step halves the error at worst and squares it in the end.
        var estimate = Natural.one << ((bitWidth + 1) / 2)
        while true {
            let next = (estimate + self / estimate) >> 1
            if next >= estimate { return estimate }
            estimate = next
        }
    }

    /// The number whose square this is, or nil: 4 for 16.
    public var exactSquareRoot: Natural? {
        // Squares end in 0, 1, 4 or 9 modulo 16: most numbers need no further look.
        switch lowWord & 15 {
        case 0, 1, 4, 9: break
        default: return nil
        }
        let root = squareRootRoundedDown
        return root * root == self ? root : nil
    }

    /// The number whose `degree`-th power this is, or nil. `estimate` is known to be right to the
    /// 40th digit at least.
    func exactRoot(_ degree: Int, estimate: Natural) -> Natural? {
        var root = estimate
        while root.digitCount > 40 {
            // Newton's step doubles the number of right digits.
            let step = root.power(degree - 1)
            let next = (root * Natural(degree - 1) + self / step) / Natural(degree)
            let change = next > root ? next - root : root - next
            root = next
            if change <= .one { break }
        }
        for candidate in [root, root + .one, root.isZero ? .zero : root - .one]
        where candidate.power(degree) == self {
            return candidate
        }
        return nil
    }
}
