/// Sums, differences, products, shifts and powers.
extension Natural {
    public static func + (left: Natural, right: Natural) -> Natural {
        Natural(words: Words.sum(left.words, right.words))
    }

    /// The difference. The right side must not be larger than the left.
    public static func - (left: Natural, right: Natural) -> Natural {
        Natural(words: Words.difference(left.words, right.words))
    }

    public static func * (left: Natural, right: Natural) -> Natural {
        if let a = left.asTwoWords, let b = right.asTwoWords,
            a.leadingZeroBitCount + b.leadingZeroBitCount >= 128
        {
            return Natural(a &* b)
        }
        return Natural(words: Words.product(left.words, right.words))
    }

    public static func << (number: Natural, count: Int) -> Natural {
        Natural(words: Words.shiftedLeft(number.words, by: count))
    }

    public static func >> (number: Natural, count: Int) -> Natural {
        Natural(words: Words.shiftedRight(number.words, by: count))
    }

    /// The number to the power of `exponent`.
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
