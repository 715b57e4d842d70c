/// π to any number of digits, and ln 10.
enum Constants {
    static let pi = pi(dividedBy: 1)
    static let halfPi = pi(dividedBy: 2)
    /// One degree in radians.
    static let degree = pi(dividedBy: 180)

    static let lnTen = Approximation(
        rounding: Integer(lnTenDigits), exponent: -tabulatedPlaces, radius: Natural(1000))

    private static let tabulatedPlaces = 80

    private static func pi(dividedBy divisor: Int) -> Approximation {
        Approximation(
            rounding: Integer(pi(places: tabulatedPlaces) / Natural(divisor)),
            exponent: -tabulatedPlaces, radius: Natural(2))
    }

    /// π × 10^`places`, correct to within 1, for any number of places.
    static func pi(places: Int, _ work: inout Work) throws(NumberError) -> Natural {
        if places <= tabulated.places {
            return tabulated.digits / .powerOfTen(tabulated.places - places)
        }
        try work.spend(words: places / 8)
        return pi(places: places)
    }

    private static let tabulated = (places: 200, digits: pi(places: 200))

    /// The series of the Chudnovsky brothers, 14 digits per term. With binary splitting only the last step
    /// is a division; all numbers before it are whole.
    private static func pi(places: Int) -> Natural {
        let guardPlaces = places + 10
        let sum = ChudnovskySum(from: 0, to: guardPlaces / 14 + 2)
        let root = (Natural(10_005) * .powerOfTen(2 * guardPlaces)).squareRootRoundedDown
        let pi = sum.q.magnitude * Natural(426_880) * root / sum.t.magnitude
        return pi / .powerOfTen(guardPlaces - places)
    }

    /// ln 10 = 46 artanh(1/31) + 34 artanh(1/49) + 20 artanh(1/161), which needs only divisions by
    /// small numbers.
    private static let lnTenDigits: Natural = {
        let unit = Natural.powerOfTen(tabulatedPlaces)
        var sum = Natural.zero
        for (factor, argument) in [(46, 31), (34, 49), (20, 161)] {
            var power = unit * Natural(factor) / Natural(argument)
            var divisor = 1
            while !power.isZero {
                sum = sum + power / Natural(divisor)
                power = power / Natural(argument * argument)
                divisor += 2
            }
        }
        return sum
    }()
}

/// The sum of the terms with indices from `first` up to but not including `end`, as the three whole
/// numbers of binary splitting.
private struct ChudnovskySum {
    let p, q, t: Integer

    init(from first: Int, to end: Int) {
        if end - first > 1 {
            let middle = (first + end) / 2
            let left = ChudnovskySum(from: first, to: middle)
            let right = ChudnovskySum(from: middle, to: end)
            p = left.p * right.p
            q = left.q * right.q
            t = right.q * left.t + left.p * right.t
            return
        }
        let k = Integer(first)
        if first == 0 {
            p = .one
            q = .one
        } else {
            p = Integer(6 * first - 5) * Integer(2 * first - 1) * Integer(6 * first - 1)
            // 640320³ ÷ 24
            q = k * k * k * Natural(10_939_058_860_032_000 as UInt128)
        }
        let value = p * (Integer(13_591_409) + Integer(545_140_134) * k)
        t = first & 1 == 1 ? -value : value
    }
}
