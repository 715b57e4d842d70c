import ExactNumbers

/// Further characters of expressions and keypad tables.
extension Ascii {
    static let newline: UInt8 = 10
    static let space: UInt8 = 32
    static let open: UInt8 = 40
    static let close: UInt8 = 41
    static let colon: UInt8 = 58
}
