/// A budget of computation, counted in steps, not in time.
///
/// A step is about one product of two machine words including its overhead, some 3 ns on a machine of
/// 2026. Operations charge their cost *before* they start, and the cost depends only on the sizes of
/// the numbers. So every replica, fast or slow, native or WebAssembly, stops at the same place.
public struct Work: Equatable, Sendable {
    public let limit: Int
    public private(set) var spent = 0

    public init(limit: Int) {
        self.limit = limit
    }

    /// True if an operation was refused, or no step is left.
    public var isExhausted: Bool { spent == limit }

    mutating func spend(_ steps: Int) throws(NumberError) {
        guard steps <= limit - spent else {
            spent = limit
            throw .tooMuchWork
        }
        spent += steps
    }

    /// Charges an operation on numbers of `words` words in total, division and reduction to lowest
    /// terms included.
    mutating func spend(words: Int) throws(NumberError) {
        try spend(words * words)
    }

    /// Charges a product of `words` words that is computed by repeated squaring. The last squaring costs
    /// a quarter of the square of `words`, and each squaring before it a quarter of the one after it.
    mutating func spend(wordsOfProduct words: Int) throws(NumberError) {
        try spend(words * words / 3 + 1)
    }
}
