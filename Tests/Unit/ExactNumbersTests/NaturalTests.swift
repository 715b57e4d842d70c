import SeededNumbers
import Testing

@testable import ExactNumbers

/// A number of 0 to 9 words. Half of them have long runs of equal bits, which carries often get
/// wrong.
private func sample(_ generator: inout SplitMix) -> Natural {
    let count = Int.random(in: 0...9, using: &generator)
    let isExtreme = Bool.random(using: &generator)
    return Natural(
        words: (0..<count).map { _ in
            isExtreme
                ? [0, 1, ~0, ~0 - 1, 1 << 63].randomElement(using: &generator) ?? 0
                : generator.next()
        })
}

@Test func `quotient times divisor plus remainder is the dividend`() {
    var generator = SplitMix(seed: 26)
    for _ in 0..<20_000 {
        let (dividend, divisor) = (sample(&generator), sample(&generator) + .one)
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        #expect(remainder < divisor)
        #expect(quotient * divisor + remainder == dividend)
    }
}

@Test func `products distribute over sums and shifts are products`() {
    var generator = SplitMix(seed: 27)
    for _ in 0..<5_000 {
        let (a, b, c) = (sample(&generator), sample(&generator), sample(&generator))
        #expect((a + b) * c == a * c + b * c)
        #expect((a + b) - b == a)
        let count = Int.random(in: 0...300, using: &generator)
        #expect(a << count == a * Natural(2).power(count))
        #expect((a << count) >> count == a)
    }
}

@Test func `the greatest common divisor divides both numbers and leaves coprime quotients`() {
    var generator = SplitMix(seed: 28)
    for _ in 0..<5_000 {
        let (a, b, c) = (
            sample(&generator) + .one, sample(&generator) + .one, sample(&generator) + .one
        )
        let common = (a * c).greatestCommonDivisor(b * c)
        #expect((common % c).isZero && (a * c % common).isZero && (b * c % common).isZero)
        #expect((a * c / common).greatestCommonDivisor(b * c / common).isOne)
    }
}

@Test func `whole roots are rounded down`() {
    var generator = SplitMix(seed: 29)
    for _ in 0..<5_000 {
        let number = sample(&generator)
        let root = number.squareRootRoundedDown
        #expect(root * root <= number && number < (root + .one) * (root + .one))
        #expect((number * number).exactSquareRoot == number)
        #expect((number * number + .one).exactSquareRoot == (number.isZero ? .one : nil))
    }
}

@Test func `higher whole roots are rounded down from any estimate`() {
    var generator = SplitMix(seed: 31)
    for _ in 0..<2_000 {
        let number = sample(&generator) + .one
        let degree = Int.random(in: 2...20, using: &generator)
        let estimate = sample(&generator) % (number + .one) + .one
        let root = number.rootRoundedDown(degree, estimate: min(estimate, Natural(1 << 40)))
        #expect(root.power(degree) <= number && number < (root + .one).power(degree))
    }
}

@Test func `decimal digits are written and read`() {
    var generator = SplitMix(seed: 30)
    for _ in 0..<5_000 {
        let number = sample(&generator)
        let digits = number.decimalDigits
        #expect(Natural(decimalDigits: digits) == number)
        #expect(number.digitCount == digits.count)
    }
    // 10^4004 is the first power whose bit width gives one digit too many with 0.30103 for log 2.
    for exponent in [0, 1, 18, 19, 20, 38, 39, 200, 201, 4004, 5000] {
        let power = Natural.powerOfTen(exponent)
        #expect(power.digitCount == exponent + 1)
        #expect(exponent == 0 || (power - .one).digitCount == exponent)
    }
}

@Test func `equal numbers have equal representations`() {
    #expect(Natural(words: [7, 0, 0]) == Natural(7))
    #expect(Natural(words: [1, 2, 3]) - Natural(words: [0, 0, 3]) == Natural(words: [1, 2]))
    #expect(Integer(.zero, isNegative: true) == .zero)
    #expect(ExactNumber(piTimes: .zero) == .zero)
}
