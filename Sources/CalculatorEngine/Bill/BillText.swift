import ExactNumbers

/// Numbers with a fixed count of decimals as canonical text: `.` for the point, no grouping.
enum BillText {
    private static let zero: UInt8 = 48
    private static let nine: UInt8 = 57
    private static let point: UInt8 = 46
    private static let minus: UInt8 = 45

    /// The number in units of the last decimal, nil when its magnitude is over `largest`. `12.5`
    /// with two decimals is 1250, `.5` is 50 and `5.` is 500; `+5` and `1e2` are not written like
    /// numbers.
    static func number(
        _ text: some Sequence<UInt8>, decimals: Int, largest: Int64
    ) throws(BillError) -> Int64? {
        var digits = Array(text)[...]
        let isNegative = digits.first == minus
        if isNegative { digits = digits.dropFirst() }
        let whole = digits.prefix { $0 != point }
        let fraction = digits.dropFirst(whole.count + 1)
        let written = whole + fraction
        guard !written.isEmpty, written.allSatisfy(isDigit) else { throw .notANumber }
        guard fraction.count <= decimals else { throw .tooManyDecimals(most: decimals) }
        let padding = [UInt8](repeating: zero, count: decimals - fraction.count)
        guard let number = value(of: written + padding, largest: largest) else { return nil }
        return isNegative ? -number : number
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= zero && byte <= nine
    }

    private static func value(
        of digits: ArraySlice<UInt8>, largest: Int64
    ) -> Int64? {
        var number: Int64 = 0
        for digit in digits {
            number = number * 10 + Int64(digit - zero)
            if number > largest { return nil }
        }
        return number
    }

    static func text(_ number: Int64, decimals: Int) -> [UInt8] {
        let digits = Natural(number.magnitude).decimalDigits
        let padding = [UInt8](repeating: zero, count: max(0, decimals + 1 - digits.count))
        let padded = padding + digits
        let sign = number < 0 ? [minus] : []
        if decimals == 0 { return sign + padded }
        let whole = padded.count - decimals
        return sign + padded[..<whole] + [point] + padded[whole...]
    }
}
