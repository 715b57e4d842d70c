/// The encoding of whole numbers: the number of 64-bit words below the top word, those words from the
/// lowest up, and the top word as a variable-length integer. So 12 is 00 0C, and 2⁶⁴ is 01, eight
/// zeros, 01.
extension Natural {
    public func write(to writer: inout ByteWriter) {
        let top = max(0, words.count - 1)
        writer.append(number: UInt64(top))
        for index in 0..<top { writer.append(word: words[index]) }
        writer.append(number: isZero ? 0 : words[top])
    }

    /// Decodes a number of at most `wordsMax` words.
    public init(from reader: inout ByteReader, wordsMax: Int) throws(BinaryDecodingError) {
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
