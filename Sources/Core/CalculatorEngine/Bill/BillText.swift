import ExactNumbers

/// Conversion between decimal text and whole numbers of units: `.` as the point, no grouping.
enum BillText {
    /// Parses a number in units of the last decimal; nil if its magnitude is over `largest`. With two
    /// decimals `12.5` is 1250, `.5` is 50 and `5.` is 500; `+5` and `1e2` are rejected. Further
    /// decimals are rejected, or rounded if `isRounded`.
    static func number(
        _ text: some Sequence<UInt8>, decimals: Int, largest: Int64, isRounded: Bool = false
    ) throws(BillError) -> Int64? {
        var digits: [UInt8] = []
        var isNegative = false
        var wholeCount: Int?
        for byte in text {
            if byte == Ascii.minus, digits.isEmpty, wholeCount == nil, !isNegative {
                isNegative = true
            } else if byte == Ascii.point, wholeCount == nil {
                wholeCount = digits.count
            } else if byte >= Ascii.zero && byte <= Ascii.nine {
                digits.append(byte)
            } else {
                throw .notANumber
            }
        }
        if digits.isEmpty { throw .notANumber }
        let wanted = (wholeCount ?? digits.count) + decimals
        guard isRounded || digits.count <= wanted else { throw .tooManyDecimals(most: decimals) }
        let isUp = digits.count > wanted && digits[wanted] >= Ascii.zero + 5
        while digits.count > wanted { digits.removeLast() }
        while digits.count < wanted { digits.append(Ascii.zero) }
        guard var number = value(of: digits, largest: largest) else { return nil }
        if isUp { number += 1 }
        guard number <= largest else { return nil }
        return isNegative ? -number : number
    }

    private static func value(of digits: [UInt8], largest: Int64) -> Int64? {
        var number: Int64 = 0
        for digit in digits {
            number = number * 10 + Int64(digit - Ascii.zero)
            if number > largest { return nil }
        }
        return number
    }

    static func text(_ number: Int64, decimals: Int) -> [UInt8] {
        let digits = Natural(number.magnitude).decimalDigits
        let padding = [UInt8](repeating: Ascii.zero, count: max(0, decimals + 1 - digits.count))
        let padded = padding + digits
        let sign = number < 0 ? [Ascii.minus] : []
        if decimals == 0 { return sign + padded }
        let whole = padded.count - decimals
        return sign + padded[..<whole] + [Ascii.point] + padded[whole...]
    }
}
