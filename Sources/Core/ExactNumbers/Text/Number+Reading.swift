/// Parsing of numbers in the format that `NumberFormat` writes.
extension Number {
    /// The longest text that is parsed.
    public static let textLengthMax = 10_000

    /// Parses ASCII text such as `-12.5`, `.5`, `7.` or `1e+18`. Throws `invalidInput` for anything
    /// else.
    public static func read(
        _ text: [UInt8], _ work: inout Work
    ) throws(NumberError) -> Number {
        guard text.count <= textLengthMax else { throw .invalidInput }
        try work.spend(words: text.count / 16 + 1)
        var scanner = NumberScanner(text: text)
        let isNegative = scanner.consume(Ascii.minus)
        let whole = scanner.consumeDigits()
        let decimals = scanner.consume(Ascii.point) ? scanner.consumeDigits() : []
        guard let digits = Natural(decimalDigits: whole + decimals) else { throw .invalidInput }
        var exponent = -decimals.count
        if scanner.consume(Ascii.exponent) {
            let isBelow = scanner.consume(Ascii.minus)
            if !isBelow { _ = scanner.consume(Ascii.plus) }
            guard let given = Natural(decimalDigits: scanner.consumeDigits()) else {
                throw .invalidInput
            }
            // An exponent of any length is accepted; beyond this limit its value makes no difference.
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
        // A lower bound, since reducing the fraction shortens the denominator by at most as many digits
        // as the numerator has.
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

/// A position in a text that advances over the characters it matches.
private struct NumberScanner {
    let text: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == text.count }

    mutating func consume(_ character: UInt8) -> Bool {
        guard !isAtEnd, text[position] == character else { return false }
        position += 1
        return true
    }

    mutating func consumeDigits() -> [UInt8] {
        let start = position
        while !isAtEnd, text[position] >= Ascii.zero, text[position] <= Ascii.nine {
            position += 1
        }
        return Array(text[start..<position])
    }
}
