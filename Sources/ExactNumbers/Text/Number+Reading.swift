/// Numbers from text, in the form in which `NumberFormat` writes them.
extension Number {
    /// Longer texts are not numbers that anybody wrote.
    public static let textLengthMax = 10_000

    /// The number that the ASCII text says: `-12.5`, `.5`, `7.`, `1e+18`. Anything else is
    /// `invalidInput`.
    public static func read(
        _ text: [UInt8], _ work: inout Work
    ) throws(NumberError) -> Number {
        guard text.count <= textLengthMax else { throw .invalidInput }
        try work.spend(words: text.count / 16 + 1)
        var scanner = NumberScanner(text: text)
        let isNegative = scanner.take(Ascii.minus)
        let whole = scanner.takeDigits()
        let decimals = scanner.take(Ascii.point) ? scanner.takeDigits() : []
        guard let digits = Natural(decimalDigits: whole + decimals) else { throw .invalidInput }
        var exponent = -decimals.count
        if scanner.take(Ascii.exponent) {
            let isBelow = scanner.take(Ascii.minus)
            if !isBelow { _ = scanner.take(Ascii.plus) }
            guard let given = Natural(decimalDigits: scanner.takeDigits()) else {
                throw .invalidInput
            }
            // An exponent of any length is taken, though none beyond the range can matter.
            let size = min(given.asInt ?? exponentTextMax, exponentTextMax)
            exponent += isBelow ? -size : size
        }
        guard scanner.isAtEnd else { throw .invalidInput }
        return try number(Integer(digits, isNegative: isNegative), exponent: exponent, &work)
    }

    private static let exponentTextMax = 1_000_000

    private static func number(
        _ digits: Integer, exponent: Int, _ work: inout Work
    ) throws(NumberError) -> Number {
        if digits.isZero { return .zero }
        let place = Decimal(digits: digits.magnitude, exponent: exponent).leadingPlace
        guard place.magnitude <= exponentMax else { throw .overflow }
        // The denominator loses at most as many digits as the numerator has.
        let digitCount = digits.magnitude.digitCount
        let exactDigitCount = exponent < 0 ? -exponent - digitCount : exponent + digitCount
        if exactDigitCount > ExactNumber.digitsMax {
            return try .inexact(Approximation(rounding: digits, exponent: exponent), from: nil)
        }
        if exponent >= 0 {
            return try .result(.rational(Rational(digits * .powerOfTen(exponent))), &work)
        }
        return try .result(
            .rational(try Rational(digits, over: .powerOfTen(-exponent), &work)), &work)
    }
}

/// A place in a text that moves on over what it recognises.
private struct NumberScanner {
    let text: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == text.count }

    mutating func take(_ character: UInt8) -> Bool {
        guard !isAtEnd, text[position] == character else { return false }
        position += 1
        return true
    }

    mutating func takeDigits() -> [UInt8] {
        let start = position
        while !isAtEnd, text[position] >= Ascii.zero, text[position] <= Ascii.nine {
            position += 1
        }
        return Array(text[start..<position])
    }
}
