/// Sums, differences, products, shifts and powers: tried in one machine integer first, and word by
/// word where that overflows.
extension Natural {
    public static func + (left: Natural, right: Natural) -> Natural {
        if case .small(let a) = left.form, case .small(let b) = right.form {
            let (sum, overflow) = a.addingReportingOverflow(b)
            if !overflow { return Natural(sum) }
        }
        return Natural(words: Words.sum(left.words, right.words))
    }

    /// The difference; the right side must not be the larger one.
    public static func - (left: Natural, right: Natural) -> Natural {
        if case .small(let a) = left.form, case .small(let b) = right.form {
            return Natural(a - b)
        }
        return Natural(words: Words.difference(left.words, right.words))
    }

    public static func * (left: Natural, right: Natural) -> Natural {
        if case .small(let a) = left.form, case .small(let b) = right.form,
            a.leadingZeroBitCount + b.leadingZeroBitCount >= 128
        {
            return Natural(a &* b)
        }
        return Natural(words: Words.product(left.words, right.words))
    }

    public static func << (number: Natural, count: Int) -> Natural {
        if case .small(let value) = number.form, count <= value.leadingZeroBitCount {
            return Natural(count == 128 ? 0 : value << UInt128(count))
        }
        return Natural(words: Words.shiftedLeft(number.words, by: count))
    }

    public static func >> (number: Natural, count: Int) -> Natural {
        if case .small(let value) = number.form {
            return Natural(count >= 128 ? 0 : value >> UInt128(count))
        }
        return Natural(words: Words.shiftedRight(number.words, by: count))
    }

    /// The number multiplied by itself `exponent` times.
    public func power(_ exponent: Int) -> Natural {
        precondition(exponent >= 0, "a natural number has no negative powers")
        var result = Natural.one
        var base = self
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 { result = result * base }
            rest >>= 1
            if rest > 0 { base = base * base }
        }
        return result
    }
}
