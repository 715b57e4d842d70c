/// The characters of numbers and expressions, as bytes: text handling with `String` would bring
/// Unicode's tables into the browser's module.
enum Ascii {
    static let space: UInt8 = 32
    static let open: UInt8 = 40
    static let close: UInt8 = 41
    static let plus: UInt8 = 43
    static let minus: UInt8 = 45
    static let point: UInt8 = 46
    static let zero: UInt8 = 48
    static let exponent: UInt8 = 101
}
