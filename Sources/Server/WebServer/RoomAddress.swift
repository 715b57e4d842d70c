import Foundation
public import SharedRoom

/// Converts between room names and paths: `/rooms/caf%C3%A9-7` is the room `café-7`.
///
/// A name identifies the same room in upper and lower case, and with composed and decomposed characters.
/// All other code compares names as bytes. Only this type normalizes them.
public enum RoomAddress {
    /// Normalizes a path component, percent-encoded or not. Nil if it is not a valid name.
    public static func name(fromPathComponent component: some Collection<UInt8>) -> RoomName? {
        String(validating: component, as: UTF8.self)?.removingPercentEncoding.flatMap(name)
    }

    /// Normalizes a typed name. Nil if it is not a valid name.
    public static func name(_ text: String) -> RoomName? {
        // A longer text cannot have a normal form that is short enough.
        guard text.utf8.count <= 4 * RoomName.bytesMax else { return nil }
        let normal = text.precomposedStringWithCanonicalMapping
            .lowercased(with: fixedLocale)
            .precomposedStringWithCanonicalMapping
        let scalars = normal.unicodeScalars
        guard scalars.count <= lengthMax, scalars.allSatisfy(isInNames),
            let first = scalars.first, !isMark(first)
        else { return nil }
        return RoomName(normal: normal.utf8)
    }

    /// `/rooms/caf%C3%A9-7`
    public static func path(of name: RoomName) -> String {
        "/rooms/" + percentEncoded(name)
    }

    /// `caf%C3%A9-7`
    public static func percentEncoded(_ name: RoomName) -> String {
        let text = String(decoding: name.bytes, as: UTF8.self)
        return text.addingPercentEncoding(withAllowedCharacters: plainCharacters) ?? text
    }

    private static let plainCharacters = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789-")

    /// The code that somebody may have meant by a name: without hyphens, and with L for 1 and I, because
    /// codes have neither 0, O, 1 nor I. Nil if nothing is left.
    static func code(for name: RoomName) -> RoomName? {
        let alike = Array("1i".utf8)
        let bytes = name.bytes.filter { $0 != UInt8(ascii: "-") }
        return RoomName(normal: bytes.map { alike.contains($0) ? UInt8(ascii: "l") : $0 })
    }

    private static let lengthMax = 64
    /// In a Turkish locale, for example, the lowercase of I is ı, so a name would have another room.
    private static let fixedLocale = Locale(identifier: "en_US_POSIX")
}

extension RoomAddress {
    private static func isInNames(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || isMark(scalar) || has(scalar, lettersAndDigits)
    }

    private static let lettersAndDigits: [Unicode.GeneralCategory] = [
        .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber,
    ]

    /// True for combining marks, which are vowels in many scripts.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        has(scalar, [.nonspacingMark, .spacingMark])
    }

    /// True for a visible character of one of these categories.
    private static func has(
        _ scalar: Unicode.Scalar, _ categories: [Unicode.GeneralCategory]
    ) -> Bool {
        categories.contains(scalar.properties.generalCategory)
            && !scalar.properties.isDefaultIgnorableCodePoint
    }
}
