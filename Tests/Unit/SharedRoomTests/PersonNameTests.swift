import CalculatorEngine
import SharedRoom
import Testing

private let names: [(given: String, name: String?)] = [
    ("Mina", "Mina"),
    ("  Mina von  Hohenstein ", "Mina von  Hohenstein"),
    ("", ""), ("   ", ""),
    // Blanks and fillers that show nothing.
    ("\u{A0}\u{3000}\u{2003}", ""), ("\u{3164}", ""), ("\u{2800}\u{2800}", ""),
    ("\u{115F}\u{1160}\u{FFA0}", ""), ("\u{1D159}", ""),
    ("山田\u{3000}花子\u{3000}", "山田\u{3000}花子"),
    // Default-ignorable characters.
    ("\u{61C}", ""), ("\u{AD}", ""), ("\u{180E}", ""), ("\u{200B}\u{2060}\u{FEFF}", ""),
    ("\u{34F}\u{17B4}\u{206A}\u{E0001}\u{FFF0}", ""), ("\u{1BCA0}\u{1D173}\u{E0FFF}", ""),
    ("Mi\u{AD}na\u{200B}", "Mina"), ("\u{2060}Mina", "Mina"),
    // Marks of the writing direction.
    ("\u{202E}aniM\u{202C}", "aniM"), ("\u{2066}Mina\u{2069}\u{200F}", "Mina"),
    ("\u{61C}مينا", "مينا"),
    // Joiners between visible characters, and none at the ends.
    ("👩\u{200D}🚀", "👩\u{200D}🚀"), ("می\u{200C}نا", "می\u{200C}نا"),
    ("\u{200D}Mina\u{200C}", "Mina"), ("\u{200D}", ""), ("Mina \u{200D} ", "Mina"),
    // Variation selectors and tags after a visible character.
    ("❤\u{FE0F}", "❤\u{FE0F}"), ("葛\u{E0100}城", "葛\u{E0100}城"), ("ᠠ\u{180B}", "ᠠ\u{180B}"),
    ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E007F}"),
    ("\u{FE0F}", ""), ("\u{E0067}\u{E007F}", ""), ("\u{FE0F}Mina", "Mina"),
    ("Mina \u{FE0F}", "Mina"),
    // Characters that would disrupt the line.
    ("Mi\nna", nil), ("Mi\u{0}na", nil), ("\u{7F}", nil), ("\u{85}", nil), ("Mi\u{2028}na", nil),
    // Lengths.
    (String(repeating: "😀", count: 32), String(repeating: "😀", count: 32)),
    (String(repeating: "a", count: 33), nil),
    (" \(String(repeating: "a", count: 32))\u{200B} ", String(repeating: "a", count: 32)),
]

@Test(arguments: names.indices)
func `a name has no invisible characters and no blanks at its ends`(index: Int) {
    let (given, expected) = names[index]
    let name = PersonName(Array(given.utf8))
    #expect(name?.bytes == expected.map { Array($0.utf8) }, "\(given)")
    guard let name else { return }
    #expect(PersonName(name.bytes) == name)
}

@Test func `a name that is not UTF-8 is refused`() {
    #expect(PersonName([0xC3]) == nil)
    #expect(PersonName([0xED, 0xA0, 0x80]) == nil)
}
