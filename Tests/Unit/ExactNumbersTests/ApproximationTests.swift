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
