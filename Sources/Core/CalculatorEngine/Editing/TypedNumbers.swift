import ExactNumbers

/// The text of numbers that nobody typed, such as results, in a form that can be typed.
struct TypedNumbers: Equatable {
    static let answer: StaticString = "Ans"
    static let memory: StaticString = "MR"

    let answer: Number?
    let memory: Memory
    let limit: EntryLimit
    /// True if a fraction can be typed in parentheses.
    let acceptsFractions: Bool

    /// `Ans` or `MR` for the number that these keys insert; otherwise all digits, a fraction, or as many
    /// digits as can be typed.
    func text(_ number: Number, shownAs shown: [UInt8]) -> [UInt8] {
        if number == answer { return Self.answer.bytes }
        if case .number(let stored) = memory, number == stored { return Self.memory.bytes }
        let digits = digits(number, EngineLimits.entryDigitsMax)
        var work = Work(limit: EngineLimits.stepsMax)
        if accepts(digits), (try? Number.read(digits, &work)) == number { return digits }
        if acceptsFractions, let fraction = fraction(number) { return fraction }
        if accepts(shown) { return shown }
        var count = EngineLimits.entryDigitsMax
        while count > 1, !accepts(self.digits(number, count)) { count -= 1 }
        return self.digits(number, count)
    }

    private func digits(_ number: Number, _ count: Int) -> [UInt8] {
        NumberFormat.significant(count).text(number)
    }

    /// `(-1 ÷ 3)`, `(2 ÷ 3 × π)`
    private func fraction(_ number: Number) -> [UInt8]? {
        guard case .exact(let exact) = number else { return nil }
        let (value, unit): (Rational, [UInt8]) =
            switch exact {
            case .rational(let value): (value, [])
            case .multipleOfPi(let value):
                (value, Infix.times.symbol.bytes + Constant.pi.symbol.bytes)
            }
        let sign = value.isNegative ? [Ascii.minus] : []
        let top = value.numerator.magnitude.decimalDigits
        let bottom = value.denominator.decimalDigits
        guard accepts(top), accepts(bottom) else { return nil }
        return [Ascii.open] + sign + top + Infix.divided.symbol.bytes + bottom + unit
            + [Ascii.close]
    }

    /// True if the digits of the text can be typed as one number.
    private func accepts(_ text: [UInt8]) -> Bool {
        var entry = Entry.blank
        for character in text {
            switch character {
            case Ascii.exponent: entry.beginExponent()
            case Ascii.point: if entry.appendPoint(limit) != nil { return false }
            default:
                if let digit = Digit(rawValue: character &- Ascii.zero),
                    entry.append(digit, limit) != nil
                {
                    return false
                }
            }
        }
        return true
    }
}
