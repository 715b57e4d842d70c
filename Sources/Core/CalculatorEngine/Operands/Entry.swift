import ExactNumbers

/// The number being typed: `-12.5`, `7.`, `1.5e-3`, or `0` before the first digit.
public struct Entry: Equatable, Sendable {
    /// All digits as one whole number: 125 for 12.5.
    private(set) var digits: UInt128 = 0
    /// The number of typed digits, without leading zeros before the point.
    private(set) var digitCount = 0
    /// The number of digits after the point; nil without a point.
    private(set) var decimalCount: Int?
    var isNegative = false
    private(set) var exponent: Exponent?

    struct Exponent: Equatable {
        var digits = 0
        var digitCount = 0
        var isNegative = false
    }

    /// Nothing typed yet.
    static let blank = Entry()

    var isZero: Bool { digits == 0 }
    var hasExponent: Bool { exponent != nil }

    var wholeCount: Int { digitCount - (decimalCount ?? 0) }
}

/// Keys.
extension Entry {
    /// Types a digit, a point or `EE`.
    mutating func type(_ key: Key, _ limit: EntryLimit) -> Notice? {
        switch key {
        case .digit(let digit): return append(digit, limit)
        case .point: return appendPoint(limit)
        default:
            beginExponent()
            return nil
        }
    }

    /// Appends a digit. A leading zero is replaced: 0 0 7 is 7.
    mutating func append(_ digit: Digit, _ limit: EntryLimit) -> Notice? {
        if exponent != nil { return appendToExponent(digit) }
        if decimalCount == nil && digits == 0 {
            digits = UInt128(digit.rawValue)
            digitCount = digits == 0 ? 0 : 1
            return nil
        }
        guard hasRoomForDigit(limit) else { return .digitRefused }
        digits = digits * 10 + UInt128(digit.rawValue)
        digitCount += 1
        decimalCount = decimalCount.map { $0 + 1 }
        return nil
    }

    private mutating func appendToExponent(_ digit: Digit) -> Notice? {
        guard var exponent, exponent.digitCount < EngineLimits.exponentDigitsMax else {
            return .digitRefused
        }
        exponent.digits = exponent.digits * 10 + Int(digit.rawValue)
        exponent.digitCount = exponent.digits == 0 ? 0 : exponent.digitCount + 1
        self.exponent = exponent
        return nil
    }

    mutating func appendPoint(_ limit: EntryLimit) -> Notice? {
        guard decimalCount == nil, exponent == nil, hasRoomForPoint(limit) else {
            return .pointRefused
        }
        decimalCount = 0
        return nil
    }

    private func hasRoomForDigit(_ limit: EntryLimit) -> Bool {
        switch limit {
        case .digits(let limit): digitCount < limit
        case .characters(let limit, _): characterCount < limit
        }
    }

    private func hasRoomForPoint(_ limit: EntryLimit) -> Bool {
        switch limit {
        case .digits: true
        case .characters(_, let pointBelow): characterCount < pointBelow
        }
    }

    /// The number of digits and points shown.
    var characterCount: Int {
        max(1, wholeCount) + (decimalCount.map { $0 + 1 } ?? 0)
    }

    /// Begins the exponent. Without a number before it the number is 1.
    mutating func beginExponent() {
        if self == .blank { (digits, digitCount) = (1, 1) }
        if exponent == nil { exponent = Exponent() }
    }

    /// True if `−` is the sign of the exponent, directly after `EE`.
    var acceptsExponentSign: Bool {
        exponent == Exponent()
    }

    /// `±` changes the sign of the exponent if there is one. −0 is shown as 0, and keeps its sign for the digits that
    /// follow.
    mutating func changeSign() {
        if exponent == nil {
            isNegative.toggle()
        } else {
            exponent?.isNegative.toggle()
        }
    }

    /// ⌫ deletes the last character, and the sign together with the last digit.
    mutating func removeLast() {
        if exponent != nil {
            removeLastOfExponent()
        } else if decimalCount == 0 {
            decimalCount = nil
        } else {
            digits /= 10
            digitCount = max(0, digitCount - 1)
            decimalCount = decimalCount.map { $0 - 1 }
        }
        if digits == 0 && decimalCount == nil && exponent == nil {
            self = .blank
        }
    }

    private mutating func removeLastOfExponent() {
        guard var last = exponent else { return }
        if last.digitCount > 0 {
            last.digits /= 10
            last.digitCount -= 1
            exponent = last
        } else if last.isNegative {
            exponent = Exponent()
        } else {
            exponent = nil
        }
    }
}

/// The text and the number.
extension Entry {
    /// The text as typed: `1.50`, `7.`, `1e+0`.
    public var text: [UInt8] {
        sign + wholeText + (decimalCount == nil ? [] : [Ascii.point]) + decimalText + exponentText
    }

    /// The text without trailing zeros and a trailing point: `1.5`.
    var trimmedText: [UInt8] {
        if isZero { return [Ascii.zero] }
        var decimals = decimalText
        while decimals.last == Ascii.zero { decimals.removeLast() }
        return sign + wholeText + (decimals.isEmpty ? [] : [Ascii.point]) + decimals + exponentText
    }

    func number(_ work: inout Work) throws(NumberError) -> Number {
        if hasExponent { return try Number.read(text, &work) }
        let whole = Integer(Natural(digits), isNegative: isNegative)
        guard let decimalCount, decimalCount > 0 else { return .exact(.rational(Rational(whole))) }
        return .exact(.rational(try Rational(whole, over: .powerOfTen(decimalCount), &work)))
    }

    /// A zero shows its sign only if decimals or an exponent may follow.
    private var sign: [UInt8] {
        let isShown = isNegative && (digits != 0 || decimalCount != nil || exponent != nil)
        return isShown ? [Ascii.minus] : []
    }

    private var allDigits: [UInt8] {
        let significant = digits == 0 ? [] : Natural(digits).decimalDigits
        let zeros = [UInt8](repeating: Ascii.zero, count: digitCount - significant.count)
        return zeros + significant
    }

    private var wholeText: [UInt8] {
        wholeCount == 0 ? [Ascii.zero] : Array(allDigits[..<wholeCount])
    }

    private var decimalText: [UInt8] {
        Array(allDigits[wholeCount...])
    }

    private var exponentText: [UInt8] {
        guard let exponent else { return [] }
        return [Ascii.exponent, exponent.isNegative ? Ascii.minus : Ascii.plus]
            + Natural(exponent.digits).decimalDigits
    }
}
