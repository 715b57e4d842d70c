import SeededNumbers
import Testing

@Test(arguments: [5...5, 1...200, .min ... .min, .max - 3 ... .max, .min ... .max])
func `a random number is in its range and is often one of the limits`(range: ClosedRange<Int64>) {
    var random = SplitMix(seed: 1)
    let numbers = (0..<200).map { _ in
        random.number(from: range.lowerBound, to: range.upperBound)
    }
    #expect(numbers.allSatisfy(range.contains))
    #expect(numbers.contains(range.lowerBound) && numbers.contains(range.upperBound))
}
