/// Schoolbook arithmetic on arrays of 64-bit words, least significant first. At the sizes that the
/// limits allow (some 200 words) no other algorithm is faster.
enum Words {
    /// Compares two arrays without zero words at the top.
    static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
        guard left.count == right.count else { return left.count < right.count }
        var index = left.count
        while index > 0 {
            index -= 1
            if left[index] != right[index] { return left[index] < right[index] }
        }
        return false
    }

    static func sum(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        let (longer, shorter) = left.count >= right.count ? (left, right) : (right, left)
        var result = longer
        var carry = false
        for index in 0..<longer.count {
            if index >= shorter.count && !carry { return result }
            let addend = index < shorter.count ? shorter[index] : 0
            let (partial, first) = longer[index].addingReportingOverflow(addend)
            let (total, second) = partial.addingReportingOverflow(carry ? 1 : 0)
            result[index] = total
            carry = first || second
        }
        if carry { result.append(1) }
        return result
    }

    /// The difference. The right side must not be larger than the left.
    static func difference(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        precondition(left.count >= right.count, "a natural number is not negative")
        var result = left
        var borrow = false
        for index in 0..<left.count {
            if index >= right.count && !borrow { return result }
            let subtrahend = index < right.count ? right[index] : 0
            let (partial, first) = left[index].subtractingReportingOverflow(subtrahend)
            let (total, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
            result[index] = total
            borrow = first || second
        }
        precondition(!borrow, "a natural number is not negative")
        return result
    }

    static func product(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        if left.isEmpty || right.isEmpty { return [] }
        var result = [UInt64](repeating: 0, count: left.count + right.count)
        for row in 0..<left.count {
            let factor = UInt128(left[row])
            var carry: UInt128 = 0
            for column in 0..<right.count {
                // (2⁶⁴ − 1)² + 2 (2⁶⁴ − 1) is just below 2¹²⁸, so this cannot overflow.
                let total =
                    factor &* UInt128(right[column]) &+ UInt128(result[row &+ column]) &+ carry
                result[row &+ column] = UInt64(truncatingIfNeeded: total)
                carry = total >> 64
            }
            result[row + right.count] = UInt64(truncatingIfNeeded: carry)
        }
        return result
    }

    /// Multiplies by one word in place and adds another.
    static func multiply(_ words: inout [UInt64], by factor: UInt64, adding addend: UInt64 = 0) {
        var carry = UInt128(addend)
        for index in 0..<words.count {
            let total = UInt128(factor) &* UInt128(words[index]) &+ carry
            words[index] = UInt64(truncatingIfNeeded: total)
            carry = total >> 64
        }
        if carry != 0 { words.append(UInt64(truncatingIfNeeded: carry)) }
    }

    static func shiftedLeft(_ words: [UInt64], by count: Int) -> [UInt64] {
        let (whole, part) = (count >> 6, UInt64(count & 63))
        var result = [UInt64](repeating: 0, count: words.count + whole + 1)
        for index in 0..<words.count {
            result[index + whole] |= words[index] << part
            if part != 0 { result[index + whole + 1] = words[index] >> (64 - part) }
        }
        return result
    }

    static func shiftedRight(_ words: [UInt64], by count: Int) -> [UInt64] {
        let (whole, part) = (count >> 6, UInt64(count & 63))
        if whole >= words.count { return [] }
        var result = Array(words[whole...])
        if part == 0 { return result }
        for index in 0..<result.count {
            let above = index + 1 < result.count ? result[index + 1] : 0
            result[index] = result[index] >> part | above << (64 - part)
        }
        return result
    }
}
