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

    /// The largest whole number whose `degree`-th power is not larger, from any estimate above zero.
    func rootRoundedDown(_ degree: Int, estimate: Natural) -> Natural {
        // One step leads from anywhere to the root or above it, and from there downward.
        var root = newtonStep(estimate, degree)
        while true {
            let next = newtonStep(root, degree)
            if next >= root { return root }
            root = next
        }
    }

    private func newtonStep(_ root: Natural, _ degree: Int) -> Natural {
        (root * Natural(degree - 1) + self / root.power(degree - 1)) / Natural(degree)
    }
}
