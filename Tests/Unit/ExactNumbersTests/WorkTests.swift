import Testing

@testable import ExactNumbers

@Test func `an operation stops before it exceeds its limit of steps`() throws {
    var work = Work(limit: 1_000)
    let three = Number(3)
    #expect(throws: NumberError.tooMuchWork) { try three.naturalLogarithm(&work) }
    #expect(work.spent == 1_000)

    var enough = Work(limit: 100_000)
    _ = try three.naturalLogarithm(&enough)
    var exactly = Work(limit: enough.spent)
    #expect(try three.naturalLogarithm(&exactly) == three.naturalLogarithm(&enough))
    var tooLittle = Work(limit: exactly.spent - 1)
    #expect(throws: NumberError.tooMuchWork) { try three.naturalLogarithm(&tooLittle) }
}

@Test func `the same operation always costs the same`() throws {
    let costs = try (0..<3).map { _ in
        var work = Work(limit: 10_000_000)
        _ = try Number(10).power(Number(4000), &work).sine(in: .radians, &work)
        return work.spent
    }
    #expect(Set(costs).count == 1)
}
