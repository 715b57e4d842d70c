import Testing

@testable import LoadGenerator

@Test(arguments: [1, 63, 64, 100, 4_711, 1_000_000, 3_000_000_000])
func `C98 a delay is told within 1.6 percent`(delay: Int64) throws {
    var histogram = Histogram()
    for _ in 0..<10 { histogram.add(delay) }
    let median = try #require(histogram.quantile(0.5))
    #expect(abs(median - Double(delay)) <= Double(delay) * 0.016)
}

@Test func `C98 p99 is what ninety-nine of a hundred did not exceed`() throws {
    var first = Histogram()
    var second = Histogram()
    for number in 1...1_000 {
        if number.isMultiple(of: 2) { first.add(Int64(number)) } else { second.add(Int64(number)) }
    }
    first.add(second)
    for part in [0.5, 0.99] {
        let delay = try #require(first.quantile(part))
        #expect(abs(delay - 1_000 * part) <= 1_000 * part * 0.016 + 1)
    }
}

@Test func `C99 no p99 is told of fewer than a hundred delays`() {
    var histogram = Histogram()
    #expect(histogram.quantile(0.5) == nil)
    for _ in 0..<99 { histogram.add(7) }
    #expect(histogram.quantile(0.99) == nil)
    histogram.add(7)
    #expect(histogram.quantile(0.99) == 7)
}

@Test func `C101 a generator without a twentieth of its time to spare is found`() {
    var tally = Tally()
    tally.time = 1_000
    for (idle, isFound) in [(500, false), (51, false), (49, true), (0, true)] {
        tally.idle = Int64(idle)
        #expect(Figures([Tally(), tally], processorTime: nil).isGeneratorOverloaded == isFound)
    }
}
