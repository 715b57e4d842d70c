import ExactNumbers

/// The text of a root with its index before it, `³√27`, although the key of the index comes last.
enum RootText {
    /// Begins a root without an index.
    static let waiting: StaticString = "ʸ√"

    /// The beginning of a root whose index is a whole number: `³√` for 3. Nil for another index.
    static func beginning(index: [UInt8]) -> [UInt8]? {
        if index.isEmpty { return waiting.bytes }
        var raised: [UInt8] = []
        for character in index {
            let isMinus = character == Ascii.minus && raised.isEmpty
            // In UTF-8, ⁰ is E2 81 B0 and ⁻ is E2 81 BB. The older ¹ is C2 B9, ² is C2 B2.
            let place = isMinus ? 11 : character &- Ascii.zero
            guard isMinus || place < 10 else { return nil }
            raised += place > 0 && place < 4 ? [0xC2] : [0xE2, 0x81]
            raised.append(place == 1 ? 0xB9 : 0xB0 + place)
        }
        if index.last == Ascii.minus { return nil }
        return raised + Token.squareRootSymbol.bytes
    }
}
