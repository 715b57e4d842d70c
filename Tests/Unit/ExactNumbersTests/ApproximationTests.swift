import Testing

@testable import ExactNumbers

@Test func `an approximation is an interval that contains the number`() throws {
    var work = Work(limit: 1_000_000)
    let third = Approximation(try Rational(1).divided(by: Rational(3), &work))
    #expect(third.radius == 1)
    #expect(third.digits.magnitude.digitCount == Approximation.digitsKept)
    let sum = third + third + third - .one
    #expect(sum.containsZero)
    #expect(sum.radius >= 3)
}

@Test func `products and quotients widen the interval`() throws {
    let two = Approximation(rounding: Integer(200), exponent: -2, radius: .one)
    let product = two * two
    #expect(product.digits == Integer(40_000) && product.radius == 401)
    let quotient = try two / two
    #expect((quotient - .one).containsZero && quotient.isKnown(within: -1))
    #expect(!quotient.isKnown(within: -2))
}

@Test func `at least fifty digits of a function are known`() {
    #expect(played("2 sqrt").exact == "~1.4142135623730950488016887242096980785696718753769e+0")
    #expect(played("1 exp").exact == "~2.7182818284590452353602874713526624977572470937e+0")
    #expect(played("2 ln").exact == "~6.9314718055994530941723212145817656807550013436026e-1")
}

@Test func `a sum is zero if its narrow interval contains zero`() {
    expectExact(
        """
        2 sqrt sq 2 -               → 0
        2 sqrt 3 sqrt * 6 sqrt -    → 0
        2 ln 3 ln + 6 ln -          → 0
        1e-70 exp 1 -               → 0
        """)
}

@Test func `a function undoes its inverse`() {
    expectExact(
        """
        2.5 sqrt sq            → 5/2
        5 exp ln               → 5
        0.3 exp ln             → 3/10
        0.3 exp10 log          → 3/10
        2.7 ln exp             → 27/10
        0.3 sin:rad asin:rad   → 3/10
        12.5 tan:deg atan:deg  → 25/2
        pi 7 / cos:rad acos:rad → pi*1/7
        1e99 atan:deg tan:deg  → 1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
        e ln                   → 1
        """)
}

@Test func `an interval around a whole number is that number`() {
    expectExact(
        """
        2 sqrt sq              → 2
        2 sqrt 8 sqrt *        → 4
        3 sqrt atan:deg        → 60
        2 sqrt 2 / asin:deg    → 45
        2 sqrt sq fact         → 2
        """)
}

@Test func `a wide interval does not become a whole number`() {
    #expect(played("2 sqrt 1e50 *").exact.hasPrefix("~1.414213562373095"))
    #expect(played("2 sqrt 1e49 * fact").exact == "error:overflow")
    #expect(played("2 sqrt 1e99 * fact").exact == "error:overflow")
}

@Test func `digits that cancelled are not shown`() {
    expectShown(
        """
        2 sqrt 1.4142135623730950488016887242096980785696718753769 - → 4.807317667974e-50
        2 sqrt 1e40 + 1e40 -                                         → 1.4142135623730950488017
        """)
}

@Test func `a steep inverse function finds the original argument`() {
    expectExact(
        """
        90 1e-30 - sin:deg asin:deg  → 89999999999999999999999999999999/1000000000000000000000000000000
        180 1e-30 - cos:deg acos:deg → 179999999999999999999999999999999/1000000000000000000000000000000
        -9e20 atan:deg tan:deg       → -900000000000000000000
        1e-40 cos:rad acos:rad       → 1/10000000000000000000000000000000000000000
        90 1e-40 + sin:deg asin:deg  → 90
        """)
}

@Test func `unknown digits are not shown as zeros`() {
    expectShown(
        """
        pi 17 * 2 / 0.00000000000000000000000000000007 + tan:rad → -1.42857142857142857142857142857e+31
        2 sqrt 1e70 * 2 sqrt 1e70 * 1 + + → 2.8284271247461900976033774484194e+70
        """)
}

@Test func `the sine of an angle that is not known to a turn is undefined`() {
    expectExact(
        """
        2 sqrt 1e70 * sin:deg → error:undefined
        1e5000 sin:rad        → error:undefined
        2 sqrt 1e70 * 7 mod   → error:undefined
        """)
}

@Test func `a negligible term decides how a sum is rounded`() {
    expectShown(
        """
        99999999999999999999999999999999 2 / 1e-300 2 sqrt * -  → 49999999999999999999999999999999
        99999999999999999999999999999999 2 / 1e-300 2 sqrt * +  → 50000000000000000000000000000000
        99999999999999999999999999999999 -2 / 1e-300 2 sqrt * + → -49999999999999999999999999999999
        99999999999999999999999999999999 2 / 1e-300 pi * -      → 49999999999999999999999999999999
        pi 1e-300 * 99999999999999999999999999999999 2 / -      → -49999999999999999999999999999999
        """)
}

/// The oracle checks all operations on intervals of all widths.
@Test func `an operation on a wide interval shows known digits or is undefined`() {
    expectShown(
        """
        2 sqrt 1e60 + 1e60 - exp               → 4.1
        2 sqrt 1e60 + 1e60 - 0.4 - exp10       → 10
        3 2 sqrt 1e60 + 1e60 - pow             → 4.7
        8 2 sqrt 1e60 + 1e60 - root            → 4.4
        5 2 sqrt * 1e60 + 1e60 - atan:rad      → 1.4303
        2 sqrt 1e60 + 1e60 - 0.6 - tan:rad     → 1.1
        10 2 sqrt * 1e60 + 1e60 - 7 mod        → 0.14
        """)
    // No digit of these functions of 1.4 ± 0.2 is known.
    for function in [
        "exp", "exp10", "2 sqrt pow", "0.3 root", "inv", "ln", "log", "sq", "tan:rad", "cos:rad",
        "0.5 - exp10", "0.7 mod", "1.5 -", "1.5 cmp", "1e20 * -5 pow",
    ] {
        let exact = played("2 sqrt 1e62 + 1e62 - \(function)").exact
        #expect(exact == "error:undefined", "\(function)")
    }
    expectExact(
        """
        2 sqrt 1e61 + 1e61 - asin:deg   → error:invalidInput
        2 sqrt 1e62 + 1e62 - asin:deg   → error:undefined
        2 sqrt 1e62 + 1e62 - fact       → error:undefined
        5 2 sqrt * 1e63 + 1e63 - fact   → error:undefined
        pi 1e60 + 1e60 - sin:rad        → error:undefined
        """)
}

@Test func `a plus b times π keeps its digits if the terms nearly cancel`() {
    expectShown(
        """
        3.14159265358979323846264338327950288419716939937510582097494459 pi -  → -2.3078164062862089986280348253421e-63
        355 113 / pi -  → 0.00000026676418906242231236893288649633
        """)
}
