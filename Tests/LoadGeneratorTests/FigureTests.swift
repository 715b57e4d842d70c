import Testing

@testable import LoadGenerator

@Test(arguments: [1, 63, 64, 100, 4_711, 1_000_000, 3_000_000_000])
func `a delay has an error of at most 1.6 percent`(delay: Int64) throws {
    var histogram = DelayHistogram()
    for _ in 0..<10 { histogram.add(delay) }
    let median = try #require(histogram.quantile(0.5))
    #expect(abs(median - Double(delay)) <= Double(delay) * 0.016)
}

@Test func `ninety-nine of a hundred delays do not exceed p99`() throws {
    var first = DelayHistogram()
    var second = DelayHistogram()
    for number in 1...1_000 {
        if number.isMultiple(of: 2) { first.add(Int64(number)) } else { second.add(Int64(number)) }
    }
    first.add(second)
    for part in [0.5, 0.99] {
        let delay = try #require(first.quantile(part))
        #expect(abs(delay - 1_000 * part) <= 1_000 * part * 0.016 + 1)
    }
}

@Test func `fewer than a hundred delays have no p99`() {
    var histogram = DelayHistogram()
    #expect(histogram.quantile(0.5) == nil)
    for _ in 0..<99 { histogram.add(7) }
    #expect(histogram.quantile(0.99) == nil)
    histogram.add(7)
    #expect(histogram.quantile(0.99) == 7)
}

@Test func `a generator that is busy for more than 95 percent of the time is overloaded`() {
    var counts = WorkerCounts()
    counts.time = 1_000
    for (idle, isOverloaded) in [(500, false), (51, false), (49, true), (0, true)] {
        counts.idle = Int64(idle)
        #expect(
            LoadFigures([WorkerCounts(), counts], processorTime: nil).isGeneratorOverloaded
                == isOverloaded)
    }
}
