/// Whole numbers in the binary form: how many words of eight bytes, these words, the lowest first,
/// and what is above them as a short number. So 12 is 00 0C, and 2⁶⁴ is 01, eight zeros, 01.
extension Natural {
    public func write(to writer: inout ByteWriter) {
        let top = max(0, words.count - 1)
        writer.append(number: UInt64(top))
        for index in 0..<top { writer.append(word: words[index]) }
        writer.append(number: isZero ? 0 : words[top])
    }

    /// A number of at most so many words.
    public init(from reader: inout ByteReader, wordsMax: Int) throws(FormError) {
        let top = Int(try reader.number(upTo: UInt64(wordsMax - 1)))
        if top == 0 {
            self.init(try reader.number())
            return
        }
        var words: [UInt64] = []
        for _ in 0..<top { words.append(try reader.word()) }
        words.append(try reader.number())
        guard words[top] != 0 else { throw .invalid }
        self.init(words: words)
    }
}
