/// Whole division with remainder.
extension Natural {
    /// The divisor must not be zero.
    public func quotientAndRemainder(
        dividingBy divisor: Natural
    ) -> (quotient: Natural, remainder: Natural) {
        if self < divisor { return (.zero, self) }
        if let dividend = asTwoWords, let divisor = divisor.asTwoWords {
            let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
            return (Natural(quotient), Natural(remainder))
        }
        if divisor.words.count == 1 {
            var quotient = words
            let remainder = Words.divide(&quotient, by: WordDivisor(divisor.lowWord))
            return (Natural(words: quotient), Natural(remainder))
        }
        let (quotient, remainder) = Words.quotientAndRemainder(words, divisor.words)
        return (Natural(words: quotient), Natural(words: remainder))
    }

    public static func / (left: Natural, right: Natural) -> Natural {
        right.isOne ? left : left.quotientAndRemainder(dividingBy: right).quotient
    }

    public static func % (left: Natural, right: Natural) -> Natural {
        left.quotientAndRemainder(dividingBy: right).remainder
    }

    /// The quotient rounded to the nearest whole number, halves up: 7 ÷ 2 is 4.
    func roundedQuotient(dividingBy divisor: Natural) -> Natural {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder + remainder < divisor ? quotient : quotient + .one
    }

    /// The quotient rounded up: 7 ÷ 3 is 3.
    func quotientRoundedUp(dividingBy divisor: Natural) -> Natural {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder.isZero ? quotient : quotient + .one
    }
}
