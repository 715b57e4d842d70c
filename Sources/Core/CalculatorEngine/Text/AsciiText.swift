import ExactNumbers

/// Further characters of expressions and keypad tables.
extension Ascii {
    static let newline: UInt8 = 10
    static let space: UInt8 = 32
    static let open: UInt8 = 40
    static let close: UInt8 = 41
    static let colon: UInt8 = 58
    static let equals: UInt8 = 61
    static let upperA: UInt8 = 65
    static let upperZ: UInt8 = 90
}

extension StaticString {
    /// The text as UTF-8.
    public var bytes: [UInt8] {
        withUTF8Buffer { Array($0) }
    }

    /// True if the texts are equal. Makes no copy.
    public func isEqual(to text: ArraySlice<UInt8>) -> Bool {
        utf8CodeUnitCount == text.count && withUTF8Buffer { $0.elementsEqual(text) }
    }
}
