/// The work that may still be done, counted in steps, never in time.
///
/// A step is about one product of two machine words with what goes with it, some 3 ns on a machine
/// of 2026. Whatever takes work says so here *before* it starts; the counts follow from the sizes of
/// the numbers alone. So every replica, fast or slow, native or WebAssembly, stops at the same place.
public struct Work: Equatable, Sendable {
    public let limit: Int
    public private(set) var spent = 0

    public init(limit: Int) {
        self.limit = limit
    }

    mutating func spend(_ steps: Int) throws(NumberError) {
        guard steps <= limit - spent else {
            spent = limit
            throw .tooMuchWork
        }
        spent += steps
    }

    /// What an operation on numbers of this many words takes together, division and lowest terms
    /// included.
    mutating func spend(words: Int) throws(NumberError) {
        try spend(words * words)
    }

    /// What a product of this many words takes when it is made by squaring: the last square costs a
    /// quarter of the words squared, each one before it a quarter of the next.
    mutating func spend(wordsOfProduct words: Int) throws(NumberError) {
        try spend(words * words / 3 + 1)
    }
}
