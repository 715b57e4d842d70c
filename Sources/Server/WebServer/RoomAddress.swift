import Foundation
public import SharedRoom

/// Converts between room names and paths: `/rooms/caf%C3%A9-7` is the room `café-7`.
///
/// A name identifies the same room in upper and lower case, and with composed and decomposed characters.
/// All other code compares names as bytes. Only this type normalizes them.
public enum RoomAddress {
    /// Normalizes a path component, percent-encoded or not. Nil if it is not a valid name.
    public static func name(fromPathComponent component: some Collection<UInt8>) -> RoomName? {
        guard let bytes = percentDecoded(component),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return name(text)
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
        let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
        var text = ""
        for byte in name.bytes {
            if plain.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
            }
        }
        return text
    }

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
        if scalar == "-" || isMark(scalar) { return true }
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber:
            true
        default: false
        }
    }

    /// True for combining marks, which are vowels in many scripts.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    private static func percentDecoded(_ component: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(component)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = Hexadecimal.decoded(lowerCase(rest.prefix(2))), digits.count == 1
            else { return nil }
            bytes += digits
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private static func lowerCase(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        digits.map { UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0 ? $0 | 0x20 : $0 }[...]
    }
}
