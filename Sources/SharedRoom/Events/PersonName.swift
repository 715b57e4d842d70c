import CalculatorEngine

/// A participant's name: up to 32 characters on one line; empty for no name.
public struct PersonName: Equatable, Sendable {
    /// UTF-8
    public let bytes: [UInt8]

    public static let none = PersonName(checked: [])

    private init(checked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Trims spaces at both ends. Nil if the text is too long, is not UTF-8, or contains characters that
    /// would disrupt the surrounding line: control characters, line breaks, and marks that change the
    /// writing direction.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= RoomLimits.nameBytesMax else { return nil }
        let trimmed = Self.trimmed(Array(bytes)[...])
        var characters = 0
        var scanner = UTF8Scanner(trimmed)
        while let scalar = scanner.next() {
            guard !Self.disturbs(scalar) else { return nil }
            characters += 1
        }
        guard scanner.isAtEnd, characters <= RoomLimits.nameCharactersMax else { return nil }
        self.bytes = Array(trimmed)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let blank: UInt8 = 32
        guard let first = bytes.firstIndex(where: { $0 != blank }),
            let last = bytes.lastIndex(where: { $0 != blank })
        else { return [] }
        return bytes[first...last]
    }

    private static func disturbs(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0...0x1F, 0x7F...0x9F: true
        // Line and paragraph separators; embeddings, overrides and isolates of the writing direction.
        case 0x2028...0x202E, 0x2066...0x2069: true
        // Zero-width characters and the byte order mark.
        case 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF: true
        default: false
        }
    }
}
