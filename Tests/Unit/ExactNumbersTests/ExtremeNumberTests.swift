import RunningPrograms
import SeededNumbers
import Testing

@testable import ExactNumbers
@testable import GoldenPlayer

/// Random numbers of every size and kind, including numbers next to the limits.
private struct ExtremeNumbers {
    var generator: SplitMix

    mutating func next(_ previous: Number) -> Number {
        var work = Work(limit: 10_000_000)
        let text: String
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return previous
        case 1: text = "\(Int.random(in: -10...10, using: &generator))"
        case 2: text = "\(Int.random(in: -5000...5000, using: &generator))"
        case 3: text = "1e\(Int.random(in: -9999...9999, using: &generator))"
        case 4: text = "-\(digits(40)).\(digits(40))"
        case 5: text = digits(Int.random(in: 1...4200, using: &generator))
        case 6: text = "0.\(digits(Int.random(in: 1...2000, using: &generator)))"
        case 7:
            return (try? Number.pi.times(next(previous), &work)) ?? .pi
        case 8 where Bool.random(using: &generator):
            return wide()
        case 8:
            return (try? next(previous).divided(by: Number(7), &work)) ?? .one
        default:
            return (try? Number(abs(Int.random(in: 2...99, using: &generator))).squareRoot(&work))
                ?? .one
        }
        return (try? Number.read(Array(text.utf8), &work)) ?? .zero
    }

    /// A number with hardly a known digit: √2 plus a large number minus the same number.
    private mutating func wide() -> Number {
        var work = Work(limit: 10_000_000)
        let place = "1e\(Int.random(in: 45...63, using: &generator))"
        let line = "\(Int.random(in: 2...99, using: &generator)) sqrt \(place) + \(place) -"
        return (try? NumberStack.result(of: Array(line.utf8), &work)) ?? .zero
    }

    private mutating func digits(_ count: Int) -> String {
        String((0..<count).map { _ in "0123456789".randomElement(using: &generator) ?? "0" })
    }
}

@Test func `random operations on extreme numbers neither trap nor exceed their limits`() {
    let stepsMax = 2_000_000
    var numbers = ExtremeNumbers(generator: SplitMix(seed: 2026))
    var previous = Number.one
    for _ in 0..<Effort.count(10_000, full: 200_000) {
        let operation = Operation.allCases.randomElement(using: &numbers.generator) ?? .plus
        let (left, right) = (numbers.next(previous), numbers.next(previous))
        let limit = Int.random(in: 0...stepsMax, using: &numbers.generator)
        var work = Work(limit: limit)
        if let result = try? operation.result(left, right, &work) {
            let isBounded =
                isWithinLimits(result) && NumberFormat.significant(32).text(result).count <= 66
            if !isBounded { Issue.record("\(operation) exceeds the limits of numbers") }
            previous = result
        }
        if work.spent > limit { Issue.record("\(operation) exceeds its limit of work") }
    }
}

private func isWithinLimits(_ number: Number) -> Bool {
    switch number {
    case .exact(let value):
        return value.coefficient.digitCount <= ExactNumber.digitsMax
    case .approximation(let value, let origin):
        return value.leadingPlace.magnitude <= Number.exponentMax
            && value.digits.magnitude.digitCount <= Approximation.digitsKept + 1
            && !value.containsZero
            && (origin?.coefficient.digitCount ?? 0) <= ExactNumber.digitsMax
    }
}
