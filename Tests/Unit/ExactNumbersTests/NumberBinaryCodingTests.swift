import SeededNumbers
import Testing

@testable import ExactNumbers
@testable import GoldenPlayer

private func encoded(_ number: Number) -> [UInt8] {
    var writer = ByteWriter()
    number.write(to: &writer)
    return writer.bytes
}

/// Decodes bytes that must be exactly one number.
private func number(_ bytes: [UInt8]) -> Number? {
    var reader = ByteReader(bytes[...])
    guard let number = try? Number(from: &reader), reader.isAtEnd else { return nil }
    return number
}

private func result(_ line: String) throws -> Number {
    var work = Work(limit: 10_000_000)
    return try NumberStack.result(of: Array(line.utf8), &work)
}

/// Operations whose results have every kind of encoding.
private let lines = [
    "0", "12", "-1", "1 3 /", "2 64 pow", "2 128 pow", "2 64 pow inv", "-7 2 128 pow /", "pi",
    "pi 7 /", "0 pi -", "2 sqrt", "pi sqrt", "0 2 sqrt -", "1e9999", "1e-9999", "-1e5000",
    "10 4000 pow", "1e4095", "1e-4094", "1 3 / sqrt", "2 sqrt 3 sqrt +", "1e60 2 sqrt + 1e60 -",
]

@Test func `numbers survive encoding and decoding`() throws {
    for line in lines {
        let value = try result(line)
        #expect(number(encoded(value)) == value, "\(line)")
        #expect(number(encoded(-value)) == -value, "\(line)")
    }
}

@Test func `the encoding of a number is fixed`() throws {
    #expect(encoded(.zero) == [0, 0])
    #expect(encoded(Number(12)) == [0, 12])
    #expect(encoded(Number(-300)) == [1, 0xAC, 2])
    #expect(encoded(try result("-1 3 /")) == [3, 1, 3])
    #expect(encoded(.pi) == [4, 1])
    #expect(encoded(try result("2 64 pow")) == [32, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    #expect(encoded(try result("1e9999")) == [8, 0, 1, 0x9E, 0x9C, 1, 0])
    // 64 digits, the exponent −63, a radius of 1, and the argument 2 of the root.
    let root: [UInt8] = [
        24, 3, 57, 197, 162, 49, 204, 105, 224, 188, 141, 64, 103, 3, 171, 70, 215, 157, 178, 173,
        57, 158, 147, 156, 251, 55, 145, 224, 13, 125, 1, 0, 2,
    ]
    #expect(encoded(try result("2 sqrt")) == root)
}

@Test func `invalid encodings of numbers are rejected`() {
    // −0, 0 ÷ 2, 2 ÷ 1, 2 ÷ 4, 1 ÷ 0, 0 × π, a small number with the flag of a large one.
    for bytes: [UInt8] in [
        [1, 0], [2, 0, 2], [2, 2, 1], [2, 2, 4], [2, 1, 0], [4, 0], [32, 0, 1], [64, 1], [16, 1],
        // A top word of zero.
        [32, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        // Intervals: zero, around zero, out of range, too wide, with an origin of a wrong kind.
        [8, 0, 0, 0, 0], [8, 0, 1, 0, 1], [8, 0, 1, 0xA0, 0x9C, 1, 0],
        [8, 0, 11, 0x9C, 0x9C, 1, 0],
        [8, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0xFF, 0xFF, 0xFF, 0xFF, 7], [24, 0, 1, 0, 0, 8],
    ] {
        #expect(number(bytes) == nil, "\(bytes)")
    }
    #expect(number([8, 0, 1, 0x9E, 0x9C, 1, 0]) != nil)
    // An interval of 65 digits, and a whole number that has 4,097 digits together with its
    // denominator.
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

@Test func `random bytes are rejected or decode to a usable number`() throws {
    var generator = SplitMix(seed: 342)
    var decodedCount = 0
    let encodings = try lines.map { encoded(try result($0)) }
    for round in 0..<60_000 {
        var bytes = encodings[round % encodings.count]
        if round % 4 == 0 { bytes = (0..<8).map { _ in .random(in: 0...40, using: &generator) } }
        for _ in 0..<Int.random(in: 0..<3, using: &generator) {
            bytes[.random(in: 0..<bytes.count, using: &generator)] =
                .random(in: 0...255, using: &generator)
        }
        guard let copy = number(bytes) else { continue }
        decodedCount += 1
        #expect(encoded(copy) == bytes)
        if decodedCount % 20 > 0 { continue }
        #expect(NumberFormat.significant(32).text(copy).count <= 66)
        let operation = Operation.allCases.randomElement(using: &generator) ?? .plus
        var work = Work(limit: 500_000)
        _ = try? operation.result(copy, copy, &work)
        _ = try? operation.result(.one, copy, &work)
    }
    #expect(decodedCount > 1000)
}

@Test func `negation changes only the sign of an interval`() {
    let wide = Approximation(digits: Integer(1_000_000_003), exponent: 0, radius: 1_000_000_001)
    #expect(-(-wide) == wide && !(-wide).containsZero)
}
