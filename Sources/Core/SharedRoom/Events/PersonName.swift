import CalculatorEngine

/// A participant's name: up to 32 characters on one line; empty for no name.
public struct PersonName: Equatable, Sendable {
    /// UTF-8
    public let bytes: [UInt8]

    public static let none = PersonName(checked: [])

    init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Removes invisible characters, and blanks at both ends. Nil if the text is too long, is not UTF-8, or
    /// contains control characters or line breaks.
    public init?(_ text: some Collection<UInt8>) {
        guard let bytes = Self.cleaned(Array(text), charactersMax: RoomLimits.nameCharactersMax)
        else { return nil }
        self.bytes = bytes
    }

    /// The text of a name, or of another line with at most this many characters.
    static func cleaned(_ text: [UInt8], charactersMax: Int) -> [UInt8]? {
        guard text.count <= 4 * charactersMax else { return nil }
        var scanner = UTF8Scanner(text[...])
        var name: [UInt8] = []
        var characters = 0
        // The length of the name without the blanks at its end.
        var (end, endCharacters) = (0, 0)
        var start = scanner.place
        while let scalar = scanner.next() {
            let scalarBytes = text[start..<scanner.place]
            start = scanner.place
            switch Kind(scalar) {
            case .control: return nil
            case .invisible: continue
            case .blank: if end == 0 { continue }
            case .mark: if end == 0 || end != name.count { continue }
            case .visible: break
            }
            name += scalarBytes
            characters += 1
            if Kind(scalar) != .blank { (end, endCharacters) = (name.count, characters) }
        }
        guard scanner.isAtEnd, endCharacters <= charactersMax else { return nil }
        return Array(name[..<end])
    }

    private enum Kind {
        case visible
        /// Spaces, and joiners, which scripts and emoji need between visible characters.
        case blank
        /// Selects the shape of the visible character before it: variation selectors, and tags of flags.
        case mark
        /// Removed: the other characters that Unicode calls default-ignorable, fillers, and marks of the writing
        /// direction.
        case invisible
        case control

        init(_ scalar: UInt32) {
            switch scalar {
            case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: self = .control
            case 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x200C, 0x200D, 0x202F, 0x205F, 0x3000:
                self = .blank
            case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF:
                self = .mark
            case 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x200B, 0x200E, 0x200F,
                0x202A...0x202E, 0x2060...0x206F, 0x2800, 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8,
                0x1BCA0...0x1BCA3, 0x1D159, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
                self = .invisible
            default: self = .visible
            }
        }
    }
}
