/// Long division with 64-bit words as digits (Knuth's algorithm D).
///
/// Each digit of the quotient is estimated from the top words. A reciprocal of the divisor's top
/// word, computed once, replaces the slowest instruction of the processor (a library call in
/// WebAssembly) with two products (Möller and Granlund, 2011).
struct WordDivisor {
    /// The divisor, shifted so that its highest bit is set.
    let divisor: UInt64
    let shift: Int
    let reciprocal: UInt64

    init(_ divisor: UInt64) {
        precondition(divisor != 0, "the divisor is zero")
        shift = divisor.leadingZeroBitCount
        self.divisor = divisor << UInt64(shift)
        reciprocal = self.divisor.dividingFullWidth((~self.divisor, ~0)).quotient
    }

    /// Divides two words by the shifted divisor. The upper word must be smaller than it.
    @inline(__always)
    func divide(_ high: UInt64, _ low: UInt64) -> (quotient: UInt64, remainder: UInt64) {
        let estimate =
            UInt128(reciprocal) &* UInt128(high) &+ (UInt128(high) << 64 | UInt128(low))
        var quotient = UInt64(truncatingIfNeeded: estimate >> 64) &+ 1
        var remainder = low &- quotient &* divisor
        if remainder > UInt64(truncatingIfNeeded: estimate) {
            quotient &-= 1
            remainder &+= divisor
        }
        if remainder >= divisor {
            quotient &+= 1
            remainder &-= divisor
        }
        return (quotient, remainder)
    }
}

extension Words {
    /// Divides by one word in place and returns the remainder.
    static func divide(_ words: inout [UInt64], by divisor: WordDivisor) -> UInt64 {
        let shift = UInt64(divisor.shift)
        var remainder: UInt64 = 0
        var index = words.count
        while index > 0 {
            index -= 1
            let word = words[index]
            // The remainder is kept unshifted; both words are shifted for the division.
            let high = shift == 0 ? remainder : remainder << shift | word >> (64 - shift)
            let (quotient, rest) = divisor.divide(high, word << shift)
            words[index] = quotient
            remainder = rest >> shift
        }
        return remainder
    }

    /// The quotient and remainder of two arrays without zero words at the top. The divisor must have
    /// at least two words and not be longer than the dividend.
    static func quotientAndRemainder(
        _ dividend: [UInt64], _ divisor: [UInt64]
    ) -> (quotient: [UInt64], remainder: [UInt64]) {
        // The top words of the divisor give a good estimate only if its highest bit is set.
        let count = divisor.count
        let shift = divisor[count - 1].leadingZeroBitCount
        let shifted = shiftedLeft(divisor, by: shift)
        var rest = shiftedLeft(dividend, by: shift)
        let (top, second) = (WordDivisor(shifted[count - 1]), shifted[count - 2])
        var quotient = [UInt64](repeating: 0, count: dividend.count - count + 1)
        var place = quotient.count
        while place > 0 {
            place -= 1
            var digit = guess(
                rest[place + count], rest[place + count - 1], rest[place + count - 2], top, second)
            if subtract(shifted, times: digit, count: count, from: &rest, at: place) {
                digit &-= 1
                addBack(shifted, count: count, to: &rest, at: place)
            }
            quotient[place] = digit
        }
        return (quotient, shiftedRight(rest, by: shift))
    }

    /// Estimates a digit of the quotient from the three top words: correct, or very rarely one too
    /// large.
    @inline(__always)
    private static func guess(
        _ high: UInt64, _ middle: UInt64, _ low: UInt64, _ top: WordDivisor, _ second: UInt64
    ) -> UInt64 {
        var digit: UInt64 = ~0
        var remainder: UInt64
        if high < top.divisor {
            (digit, remainder) = top.divide(high, middle)
        } else {
            let (sum, overflow) = middle.addingReportingOverflow(top.divisor)
            if overflow { return digit }
            remainder = sum
        }
        while UInt128(digit) &* UInt128(second) > UInt128(remainder) << 64 | UInt128(low) {
            digit &-= 1
            let (sum, overflow) = remainder.addingReportingOverflow(top.divisor)
            if overflow { break }
            remainder = sum
        }
        return digit
    }

    /// Subtracts a multiple of the divisor. Returns true if the digit was too large and the
    /// difference became negative.
    @inline(__always)
    private static func subtract(
        _ divisor: [UInt64], times digit: UInt64, count: Int, from rest: inout [UInt64],
        at place: Int
    ) -> Bool {
        var carry: UInt128 = 0
        var borrow: UInt64 = 0
        for index in 0..<count {
            carry &+= UInt128(digit) &* UInt128(divisor[index])
            let (partial, first) = rest[place &+ index].subtractingReportingOverflow(
                UInt64(truncatingIfNeeded: carry))
            let (total, second) = partial.subtractingReportingOverflow(borrow)
            rest[place &+ index] = total
            borrow = first || second ? 1 : 0
            carry >>= 64
        }
        let (partial, first) = rest[place + count].subtractingReportingOverflow(
            UInt64(truncatingIfNeeded: carry))
        let (total, second) = partial.subtractingReportingOverflow(borrow)
        rest[place + count] = total
        return first || second
    }

    private static func addBack(
        _ divisor: [UInt64], count: Int, to rest: inout [UInt64], at place: Int
    ) {
        var carry: UInt128 = 0
        for index in 0..<count {
            carry += UInt128(rest[place + index]) + UInt128(divisor[index])
            rest[place + index] = UInt64(truncatingIfNeeded: carry)
            carry >>= 64
        }
        rest[place + count] &+= UInt64(truncatingIfNeeded: carry)
    }
}
