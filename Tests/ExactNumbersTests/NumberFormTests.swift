import Testing

@testable import ExactNumbers
@testable import GoldenPlayer

private func form(_ number: Number) -> [UInt8] {
    var writer = ByteWriter()
    number.write(to: &writer)
    return writer.bytes
}

/// The number of which this is the whole form.
private func number(_ form: [UInt8]) -> Number? {
    var reader = ByteReader(form[...])
    guard let number = try? Number(from: &reader), reader.isAtEnd else { return nil }
    return number
}

private func result(_ line: String) throws -> Number {
    var work = Work(limit: 10_000_000)
    return try NumberStack.result(of: Array(line.utf8), &work)
}

private let lines = [
    "0", "12", "-1", "1 3 /", "2 64 pow", "2 128 pow", "2 64 pow inv", "-7 2 128 pow /", "pi",
    "pi 7 /", "0 pi -", "2 sqrt", "pi sqrt", "0 2 sqrt -", "1e9999", "1e-9999", "-1e5000",
    "10 4000 pow", "1e4095", "1e-4094", "1 3 / sqrt", "2 sqrt 3 sqrt +", "1e60 2 sqrt + 1e60 -",
]

@Test func `E340 E341 numbers come back as they were`() throws {
    for line in lines {
        let value = try result(line)
        #expect(number(form(value)) == value, "\(line)")
        #expect(number(form(-value)) == -value, "\(line)")
    }
}

@Test func `E343 the form of a number is the same on every machine`() throws {
    #expect(form(.zero) == [0, 0])
    #expect(form(Number(12)) == [0, 12])
    #expect(form(Number(-300)) == [1, 0xAC, 2])
    #expect(form(try result("-1 3 /")) == [3, 1, 3])
    #expect(form(.pi) == [4, 1])
    #expect(form(try result("2 64 pow")) == [32, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    #expect(form(try result("1e9999")) == [8, 0, 1, 0x9E, 0x9C, 1, 0])
    // 64 digits, 10⁻⁶³, a radius of 1, and the 2 of which it is the root.
    let root: [UInt8] = [
        24, 3, 57, 197, 162, 49, 204, 105, 224, 188, 141, 64, 103, 3, 171, 70, 215, 157, 178, 173,
        57, 158, 147, 156, 251, 55, 145, 224, 13, 125, 1, 0, 2,
    ]
    #expect(form(try result("2 sqrt")) == root)
}

@Test func `E342 what is no number is refused`() {
    // −0, 0 ÷ 2, 2 ÷ 1, 2 ÷ 4, 1 ÷ 0, 0 × π, a small number said to be large.
    for bytes: [UInt8] in [
        [1, 0], [2, 0, 2], [2, 2, 1], [2, 2, 4], [2, 1, 0], [4, 0], [32, 0, 1], [64, 1], [16, 1],
        // A word of nothing at the top.
        [32, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        // Intervals: of zero, around zero, out of range, too wide, with an origin of a wrong kind.
        [8, 0, 0, 0, 0], [8, 0, 1, 0, 1], [8, 0, 1, 0xA0, 0x9C, 1, 0],
        [8, 0, 11, 0x9C, 0x9C, 1, 0],
        [8, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0xFF, 0xFF, 0xFF, 0xFF, 7], [24, 0, 1, 0, 0, 8],
    ] {
        #expect(number(bytes) == nil, "\(bytes)")
    }
    #expect(number([8, 0, 1, 0x9E, 0x9C, 1, 0]) != nil)
    // 65 digits, and 4,097 of a whole number with its denominator.
    #expect(number([8] + digits(65) + [0, 0]) == nil)
    #expect(number([8] + digits(64) + [0, 0]) != nil)
    #expect(number([32] + digits(4096)) == nil)
    #expect(number([32] + digits(4095)) != nil)
}

private func digits(_ count: Int) -> [UInt8] {
    var writer = ByteWriter()
    (Natural.powerOfTen(count) - .one).write(to: &writer)
    return writer.bytes
}

@Test func `E342 any bytes are refused or give a number that can be worked with`() throws {
    var generator = SeededGenerator(state: 342)
    var taken = 0
    let forms = try lines.map { form(try result($0)) }
    for round in 0..<60_000 {
        var bytes = forms[round % forms.count]
        if round % 4 == 0 { bytes = (0..<8).map { _ in .random(in: 0...40, using: &generator) } }
        for _ in 0..<Int.random(in: 0..<3, using: &generator) {
            bytes[.random(in: 0..<bytes.count, using: &generator)] =
                .random(in: 0...255, using: &generator)
        }
        guard let copy = number(bytes) else { continue }
        taken += 1
        #expect(form(copy) == bytes)
        if taken % 20 > 0 { continue }
        #expect(NumberFormat.significant(32).text(copy).count <= 66)
        let operation = Operation.allCases.randomElement(using: &generator) ?? .plus
        var work = Work(limit: 500_000)
        _ = try? operation.result(copy, copy, &work)
        _ = try? operation.result(.one, copy, &work)
    }
    #expect(taken > 1000)
}

@Test func `E6 a sign changes nothing else of an interval`() {
    let wide = Approximation(digits: Integer(1_000_000_003), exponent: 0, radius: 1_000_000_001)
    #expect(-(-wide) == wide && !(-wide).containsZero)
}
