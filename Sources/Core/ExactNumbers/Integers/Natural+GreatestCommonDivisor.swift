/// The greatest common divisor, which keeps fractions in lowest terms.
///
/// Numbers of up to two words use the binary method, which only shifts and subtracts. Larger numbers
/// use Lehmer's method: nearly all of Euclid's steps depend on the leading bits only. Some thirty steps
/// run on one word. Their combined effect, a matrix of four small factors, is then applied once to the
/// long numbers.
extension Natural {
    public func greatestCommonDivisor(_ other: Natural) -> Natural {
        if isOne || other.isOne { return .one }
        var (larger, smaller) = self < other ? (other, self) : (self, other)
        while !smaller.isZero {
            if let a = larger.asTwoWords, let b = smaller.asTwoWords {
                return Natural(Self.binary(a, b))
            }
            guard let step = LehmerStep(larger.bitWidth, larger.words, smaller.words) else {
                (larger, smaller) = (smaller, larger % smaller)
                continue
            }
            (larger, smaller) = (
                step.first(larger.words, smaller.words), step.second(larger.words, smaller.words)
            )
            if larger < smaller { (larger, smaller) = (smaller, larger) }
        }
        return larger
    }

    /// The binary method. Neither number may be zero.
    private static func binary(_ left: UInt128, _ right: UInt128) -> UInt128 {
        let twos = UInt128((left | right).trailingZeroBitCount)
        var a = left >> UInt128(left.trailingZeroBitCount)
        var b = right >> UInt128(right.trailingZeroBitCount)
        while a != b {
            if a < b { swap(&a, &b) }
            a &-= b
            a &>>= UInt128(a.trailingZeroBitCount)
        }
        return a << twos
    }
}

/// The combined effect of several of Euclid's steps: (a, b) becomes (A a + B b, C a + D b).
private struct LehmerStep {
    private var first = (a: Int64(1), b: Int64(0))
    private var second = (a: Int64(0), b: Int64(1))

    /// The steps that the leading bits determine, or nil if these determine no step. `high` is the larger
    /// number and `bitWidth` its width.
    init?(_ bitWidth: Int, _ high: [UInt64], _ low: [UInt64]) {
        var x = Self.bits(high, from: bitWidth - 62)
        var y = Self.bits(low, from: bitWidth - 62)
        // The true quotient is between the two candidates; it is known if they agree.
        while y + second.a != 0 && y + second.b != 0 {
            let quotient = (x + first.a) / (y + second.a)
            if quotient != (x + first.b) / (y + second.b) { break }
            (first, second) = (
                second, (first.a - quotient * second.a, first.b - quotient * second.b)
            )
            (x, y) = (y, x - quotient * y)
        }
        if first.b == 0 { return nil }
    }

    func first(_ high: [UInt64], _ low: [UInt64]) -> Natural { Self.apply(first, high, low) }
    func second(_ high: [UInt64], _ low: [UInt64]) -> Natural { Self.apply(second, high, low) }

    /// 62 bits, starting at `place`.
    private static func bits(_ words: [UInt64], from place: Int) -> Int64 {
        let (index, part) = (place >> 6, UInt64(place & 63))
        let low = index < words.count ? words[index] >> part : 0
        let high = index + 1 < words.count && part != 0 ? words[index + 1] << (64 - part) : 0
        return Int64(truncatingIfNeeded: (low | high) & (1 << 62 - 1))
    }

    private static func apply(
        _ row: (a: Int64, b: Int64), _ high: [UInt64], _ low: [UInt64]
    ) -> Natural {
        var result = [UInt64](repeating: 0, count: high.count)
        var carry: Int128 = 0
        for index in 0..<high.count {
            let other = index < low.count ? low[index] : 0
            carry &+= Int128(row.a) &* Int128(high[index]) &+ Int128(row.b) &* Int128(other)
            result[index] = UInt64(truncatingIfNeeded: carry)
            carry >>= 64
        }
        return Natural(words: result)
    }
}
