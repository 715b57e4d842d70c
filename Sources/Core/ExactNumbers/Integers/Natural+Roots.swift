/// Whole roots by Newton's method, and exact roots.
extension Natural {
    /// The square root rounded down: 3 for 15.
    public var squareRootRoundedDown: Natural {
        if isZero { return .zero }
        // From above, each step at least halves the error, and near the end squares it.
        var estimate = Natural.one << ((bitWidth + 1) / 2)
        while true {
            let next = (estimate + self / estimate) >> 1
            if next >= estimate { return estimate }
            estimate = next
        }
    }

    /// The exact square root, or nil: 4 for 16.
    public var exactSquareRoot: Natural? {
        // The last hexadecimal digit of a square is 0, 1, 4 or 9, which excludes most numbers.
        switch lowWord & 15 {
        case 0, 1, 4, 9: break
        default: return nil
        }
        let root = squareRootRoundedDown
        return root * root == self ? root : nil
    }

    /// The root of degree `degree` rounded down, from any positive estimate.
    func rootRoundedDown(_ degree: Int, estimate: Natural) -> Natural {
        // The first step leads from anywhere to the root or above it; further steps go down.
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
