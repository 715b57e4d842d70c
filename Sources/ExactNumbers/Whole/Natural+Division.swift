/// Whole division, always with what is left over.
extension Natural {
    /// The divisor must not be zero.
    public func quotientAndRemainder(
        dividingBy divisor: Natural
    ) -> (quotient: Natural, remainder: Natural) {
        switch (form, divisor.form) {
        case (.small(let dividend), .small(let divisor)):
            let (quotient, remainder) = Self.divide(dividend, by: divisor)
            return (Natural(quotient), Natural(remainder))
        case (.small, .large):
            return (.zero, self)
        case (.large(var words), .small(let divisor)) where divisor >> 64 == 0:
            let word = WordDivisor(UInt64(truncatingIfNeeded: divisor))
            let remainder = Words.divide(&words, by: word)
            return (Natural(words: words), Natural(remainder))
        case (.large(let dividend), _):
            if self < divisor { return (.zero, self) }
            let (quotient, remainder) = Words.quotientAndRemainder(dividend, divisor.words)
            return (Natural(words: quotient), Natural(words: remainder))
        }
    }

    /// Most divisions are of one word by one word: the processor has an instruction for that.
    private static func divide(_ dividend: UInt128, by divisor: UInt128) -> (UInt128, UInt128) {
        if (dividend | divisor) >> 64 != 0 {
            return dividend.quotientAndRemainder(dividingBy: divisor)
        }
        let (quotient, remainder) = UInt64(truncatingIfNeeded: dividend).quotientAndRemainder(
            dividingBy: UInt64(truncatingIfNeeded: divisor))
        return (UInt128(quotient), UInt128(remainder))
    }

    public static func / (left: Natural, right: Natural) -> Natural {
        right.isOne ? left : left.quotientAndRemainder(dividingBy: right).quotient
    }

    public static func % (left: Natural, right: Natural) -> Natural {
        left.quotientAndRemainder(dividingBy: right).remainder
    }

    /// The quotient rounded to the nearest whole number, halves upward: 7 ÷ 2 gives 4.
    func roundedQuotient(dividingBy divisor: Natural) -> Natural {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder + remainder < divisor ? quotient : quotient + .one
    }

    /// The quotient rounded upward: 7 ÷ 3 gives 3.
    func quotientRoundedUp(dividingBy divisor: Natural) -> Natural {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder.isZero ? quotient : quotient + .one
    }
}
