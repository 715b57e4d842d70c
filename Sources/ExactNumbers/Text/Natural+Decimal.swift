/// Decimal digits: counting, reading, writing, and the powers of ten that all rounding needs.
extension Natural {
    /// 10 to this power, from a table for the sizes that functions work with.
    public static func powerOfTen(_ exponent: Int) -> Natural {
        if exponent < powersOfTen.count { return powersOfTen[exponent] }
        return Natural(5).power(exponent) << exponent
    }

    private static let powersOfTen: [Natural] = {
        var powers = [Natural.one]
        for _ in 1...200 { powers.append(powers[powers.count - 1] * Natural(10)) }
        return powers
    }()

    /// How many decimal digits the number has: 1 for seven, 3 for 250, and 1 for zero.
    public var digitCount: Int {
        if isZero { return 1 }
        // The width in bits leaves two candidates; the factor is a little less than log 2. An `Int` of a
        // browser's 32 bits would not hold the product.
        let fewest = Int(Int64(bitWidth - 1) * 30_102_999 / 100_000_000) + 1
        return self < Natural.powerOfTen(fewest) ? fewest : fewest + 1
    }

    /// The digits as ASCII, the first one first.
    public var decimalDigits: [UInt8] {
        if isZero { return [Ascii.zero] }
        var rest = words
        var reversed: [UInt8] = []
        let chunk = WordDivisor(Self.chunkSize)
        while !rest.isEmpty {
            var low = Words.divide(&rest, by: chunk)
            while let top = rest.last, top == 0 { rest.removeLast() }
            var places = 0
            while rest.isEmpty ? low != 0 : places < Self.chunkDigits {
                reversed.append(Ascii.zero + UInt8(low % 10))
                low /= 10
                places += 1
            }
        }
        reversed.reverse()
        return reversed
    }

    /// The number with these ASCII digits; nil when there are none or something else is among them.
    public init?(decimalDigits digits: [UInt8]) {
        var words: [UInt64] = []
        var chunk: UInt64 = 0
        var size: UInt64 = 1
        var count = 0
        for digit in digits {
            guard digit >= Ascii.zero, digit <= Ascii.nine else { return nil }
            chunk = chunk * 10 + UInt64(digit - Ascii.zero)
            size *= 10
            count += 1
            if size == Self.chunkSize {
                Words.multiply(&words, by: size, adding: chunk)
                (chunk, size) = (0, 1)
            }
        }
        if count == 0 { return nil }
        Words.multiply(&words, by: size, adding: chunk)
        self.init(words: words)
    }

    /// The largest power of ten in a word.
    private static let chunkSize: UInt64 = 10_000_000_000_000_000_000
    private static let chunkDigits = 19
}
