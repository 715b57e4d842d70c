/// The characters of numbers as bytes. Text handling with `String` would link the Unicode tables into
/// the WebAssembly module.
public enum Ascii {
    public static let zero: UInt8 = 48
    public static let nine: UInt8 = 57
    public static let point: UInt8 = 46
    public static let plus: UInt8 = 43
    public static let minus: UInt8 = 45
    public static let exponent: UInt8 = 101
}

/// Decimal digits of whole numbers, and the powers of ten that rounding needs.
extension Natural {
    /// 10^`exponent`, from a table for the sizes that functions work with.
    public static func powerOfTen(_ exponent: Int) -> Natural {
        if exponent < powersOfTen.count { return powersOfTen[exponent] }
        return Natural(5).power(exponent) << exponent
    }

    private static let powersOfTen: [Natural] = {
        var powers = [Natural.one]
        for _ in 1...200 { powers.append(powers[powers.count - 1] * Natural(10)) }
        return powers
    }()

    /// The number of decimal digits: 1 for seven, 3 for 250, and 1 for zero.
    public var digitCount: Int {
        if isZero { return 1 }
        // The bit width leaves two candidates. The factor is slightly below log 2. Computed in 64 bits,
        // because the product would overflow the 32-bit `Int` in a browser.
        let fewest = Int(Int64(bitWidth - 1) * 30_102_999 / 100_000_000) + 1
        return self < Natural.powerOfTen(fewest) ? fewest : fewest + 1
    }

    /// The digits in ASCII, the most significant first.
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

    /// The digits in ASCII, with leading zeros if there are fewer than `count`.
    func decimalDigits(atLeast count: Int) -> [UInt8] {
        let digits = decimalDigits
        return [UInt8](repeating: Ascii.zero, count: max(0, count - digits.count)) + digits
    }

    /// Parses ASCII digits. Nil for an empty text and for any other character.
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

    /// The largest power of ten that fits into a word.
    private static let chunkSize: UInt64 = 10_000_000_000_000_000_000
    private static let chunkDigits = 19
}
